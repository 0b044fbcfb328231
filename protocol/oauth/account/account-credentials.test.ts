import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRecoveryCodes, createRecoveryCodesCredential } from '#protocol/realm/users/recovery-codes.ts';
import { accountSettings, callAccount, findUser, jsonOf, watchUserEvents } from '../testing/account.ts';
import { type OAuthTestServer, withOAuthServer } from '../testing/server.ts';

const otp = (id: string) => ({
  id,
  type: 'otp',
  userLabel: `Phone ${id}`,
  secretData: JSON.stringify({ value: 'secret' }),
  credentialData: JSON.stringify({ subType: 'totp', digits: 6, period: 30, algorithm: 'HmacSHA1' }),
});
const codes = createRecoveryCodesCredential(createRecoveryCodes().slice(0, 3), {
  userLabel: 'Codes',
  createdDate: 1,
});
interface TypeWire {
  readonly type: string;
  readonly category: string;
  readonly createAction?: string;
  readonly updateAction?: string;
  readonly removeable: boolean;
  readonly userCredentialMetadatas?: readonly {
    readonly credential: Readonly<Record<string, unknown>>;
    readonly warningMessageTitle?: { readonly key: string };
  }[];
}

/** Tokens of alice from before she had further credentials, which would ask for a code. */
async function withAlice(
  use: (server: OAuthTestServer, token: string) => Promise<void>,
  roles: readonly string[] = ['manage-account'],
): Promise<void> {
  await withOAuthServer(async (server) => {
    const { access_token: token } = await server.tokens();
    const alice = await findUser(server);
    const realmId = server.store.realms.find('demo')?.id ?? '';
    await server.store.users.update(realmId, alice.id, (user) => ({
      ...user,
      credentials: [...(user.credentials ?? []), otp('a'), otp('b'), codes],
    }));
    await use(server, token);
  }, accountSettings(roles));
}

const idsOf = async (server: OAuthTestServer) =>
  ((await findUser(server)).credentials ?? []).map(({ id, type }) => (type === 'otp' ? id : type));

const list = async (server: OAuthTestServer, token: string, query = '') =>
  jsonOf<readonly TypeWire[]>(await callAccount(server, `/credentials${query}`, { token }));

test('Keycloak account API: credentials are listed by type, with their actions and without secrets', () =>
  withAlice(async (server, token) => {
    const types = await list(server, token);
    assert.deepEqual(
      types.map(({ type, category, createAction, updateAction, removeable }) => [
        type,
        category,
        createAction,
        updateAction,
        removeable,
      ]),
      [
        ['password', 'basic-authentication', undefined, 'UPDATE_PASSWORD', false],
        ['otp', 'two-factor', 'CONFIGURE_TOTP', undefined, true],
      ],
    );
    const shown = types.flatMap(({ userCredentialMetadatas = [] }) => userCredentialMetadatas);
    assert.equal(shown.length, 3);
    for (const { credential } of shown) {
      assert.equal('secretData' in credential, false);
      assert.equal('value' in credential, false);
    }
  }));

test('Keycloak account API: type and user-credentials limit the list', () =>
  withAlice(async (server, token) => {
    const [only, ...others] = await list(server, token, '?type=otp&user-credentials=false');
    assert.deepEqual([only?.type, only?.userCredentialMetadatas, others], ['otp', undefined, []]);
    assert.deepEqual(await list(server, token, '?type=unknown'), []);
  }));

test('Keycloak account API: a realm that asks for recovery codes lists them, and warns when few are left', () =>
  withAlice(async (server, token) => {
    await server.changeRealm((realm) => ({
      ...realm,
      authenticationFlows: [
        {
          alias: 'browser',
          topLevel: true,
          authenticationExecutions: [
            { authenticator: 'auth-username-password-form', requirement: 'REQUIRED', priority: 1 },
            { authenticator: 'auth-recovery-authn-code-form', requirement: 'ALTERNATIVE', priority: 2 },
          ],
        },
      ],
    }));
    const types = await list(server, token);
    assert.deepEqual(
      types.map(({ type, updateAction }) => [type, updateAction]),
      [
        ['password', 'UPDATE_PASSWORD'],
        ['recovery-authn-codes', 'CONFIGURE_RECOVERY_AUTHN_CODES'],
      ],
    );
    const [shown] = types[1]?.userCredentialMetadatas ?? [];
    assert.equal(shown?.warningMessageTitle?.key, 'recovery-codes-number-remaining');
  }));

test('Keycloak account API: a disabled action is not offered', () =>
  withAlice(async (server, token) => {
    await server.changeRealm((realm) => ({
      ...realm,
      requiredActions: [{ alias: 'CONFIGURE_TOTP', enabled: false }],
    }));
    const [type] = await list(server, token, '?type=otp');
    assert.equal(type?.createAction, undefined);
  }));

test('Keycloak account API: an authenticator is removed, with its events', () =>
  withAlice(async (server, token) => {
    const listEvents = await watchUserEvents(server);
    const { status } = await callAccount(server, '/credentials/a', { method: 'DELETE', token });
    assert.equal(status, 204);
    assert.deepEqual(await idsOf(server), ['password', 'b', 'recovery-authn-codes']);
    assert.deepEqual(await listEvents(), ['REMOVE_CREDENTIAL otp', 'REMOVE_TOTP otp']);
  }));

test('Keycloak account API: credentials are renamed and moved', () =>
  withAlice(async (server, token) => {
    const call = (path: string, method: string, body?: unknown) =>
      callAccount(server, `/credentials/${path}`, { method, token, ...(body === undefined ? {} : { body }) });
    assert.equal((await call('a/label', 'PUT', 'New phone')).status, 204);
    const { credentials = [] } = await findUser(server);
    assert.equal(credentials.find(({ id }) => id === 'a')?.userLabel, 'New phone');
    assert.equal((await call('b/moveToFirst', 'POST')).status, 204);
    assert.deepEqual((await idsOf(server))[0], 'b');
    assert.equal((await call('b/moveAfter/a', 'POST')).status, 204);
    assert.deepEqual((await idsOf(server)).slice(1, 3), ['a', 'b']);
  }));

test('Keycloak account API: the password cannot be removed', () =>
  withAlice(async (server, token) => {
    const [password] = (await findUser(server)).credentials ?? [];
    const { status, refusal } = await callAccount(server, `/credentials/${password?.id}`, {
      method: 'DELETE',
      token,
    });
    assert.equal(status, 400);
    assert.equal(refusal?.description, 'Credential type password cannot be removed');
    assert.equal((await idsOf(server)).length, 4);
  }));

for (const [method, suffix, body] of [
  ['DELETE', '', undefined],
  ['PUT', '/label', 'x'],
  ['POST', '/moveToFirst', undefined],
  ['POST', '/moveAfter/a', undefined],
] as const)
  test(`Keycloak account API: ${method} credentials${suffix} of another user is 404, and changes nothing`, () =>
    withAlice(async (server, token) => {
      const bob = await findUser(server, 'bob');
      for (const id of [bob.credentials?.[0]?.id ?? '', 'unknown']) {
        const answer = await callAccount(server, `/credentials/${id}${suffix}`, {
          method,
          token,
          ...(body === undefined ? {} : { body }),
        });
        assert.deepEqual([answer.status, answer.body], [404, { error: 'Credential not found' }]);
        assert.match(answer.refusal?.reason ?? '', /^alice has no credential with the id/);
      }
      assert.deepEqual(await findUser(server, 'bob'), bob);
    }));

for (const body of [7, null, {}, ['a'], 'x'.repeat(256), 'a\u0000b'])
  test(`Keycloak account API: the label ${JSON.stringify(body).slice(0, 20)} is refused`, () =>
    withAlice(async (server, token) => {
      const { status, refusal } = await callAccount(server, '/credentials/a/label', {
        method: 'PUT',
        token,
        body,
      });
      assert.equal(status, 400);
      assert.match(refusal?.description ?? '', /JSON string of at most 255 characters/);
    }));

test('Keycloak account API: view-profile lists credentials and changes none', () =>
  withAlice(
    async (server, token) => {
      assert.equal((await callAccount(server, '/credentials', { token })).status, 200);
      for (const [method, path] of [
        ['DELETE', 'a'],
        ['POST', 'a/moveToFirst'],
      ] as const)
        assert.equal((await callAccount(server, `/credentials/${path}`, { method, token })).status, 403);
      assert.equal((await idsOf(server)).length, 4);
    },
    ['view-profile'],
  ));
