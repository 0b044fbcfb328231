import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { NewTokenPreviewWire, TokenPreviewWire } from '#protocol/contract/token-preview.ts';
import { collect } from '#protocol/store/collect.ts';
import { startKitServer } from '../testing/server.ts';

const server = await startKitServer();
after(() => server.stop());
const PREVIEW = '/emulator/v1/realms/kit/token-preview';
const listSessions = () => collect(server.store.sessions.list(server.store.realms.find('kit')?.id ?? ''));
const preview = async (body: NewTokenPreviewWire) => {
  const answer = await server.call<TokenPreviewWire>('POST', PREVIEW, { body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
};

before(async () => {
  await server.call('POST', '/admin/realms/kit/clients', {
    body: {
      clientId: 'closed',
      publicClient: true,
      standardFlowEnabled: false,
      directAccessGrantsEnabled: false,
    },
  });
});

for (const [what, body, status, problem, remedy] of [
  ['without a client', { user: 'ann' }, 400, /client is missing/, /^$/],
  ['of an unknown client', { user: 'ann', client: 'no' }, 400, /no client "no"/, /Create the client/],
  ['of a disabled client', { user: 'ann', client: 'off' }, 409, /off is disabled/, /Set enabled of client/],
  ['of a bearer-only client', { user: 'ann', client: 'api' }, 409, /bearer-only/, /bearerOnly/],
  ['of a client without a flow', { user: 'ann', client: 'closed' }, 409, /no flow/, /standardFlowEnabled/],
  ['of a client without service account', { client: 'spa' }, 409, /spa has no service account/, /Send user/],
  ['for an unknown user', { user: 'nobody', client: 'web' }, 400, /no user "nobody"/, /Create the user/],
  ['for a disabled user', { user: 'dora', client: 'web' }, 409, /dora is disabled/, /enabled of user dora/],
  [
    'for a service account by its name',
    { user: 'service-account-web', client: 'web' },
    400,
    /service account of client web/,
    /leave out user/,
  ],
  ['of an unknown scope', { user: 'ann', client: 'web', scope: 'openid x' }, 400, /scope: "x"/, /optional/],
  ['of an audience', { user: 'ann', client: 'spa', audience: ['web'] }, 400, /not available: web/, /mapper/],
  [
    'with an unknown member',
    { user: 'ann', client: 'web', scopes: '' },
    400,
    /"scopes" is not a member/,
    /^$/,
  ],
  [
    'with an unknown member of the change',
    { user: 'ann', client: 'web', change: { mapper: [] } },
    400,
    /"change\.mapper" is not a member/,
    /^$/,
  ],
  [
    'with a mapper without type',
    { user: 'ann', client: 'web', change: { mappers: [{ name: 'x' }] } },
    400,
    /change\.mappers\[0\]\.protocolMapper/,
    /^$/,
  ],
  [
    'with a mapper whose config is no text',
    {
      user: 'ann',
      client: 'web',
      change: { mappers: [{ name: 'x', protocolMapper: 'y', config: { a: {} } }] },
    },
    400,
    /change\.mappers\[0\]\.config\.a/,
    /^$/,
  ],
  ['of a SAML client without a user', { client: 'provider' }, 400, /user is missing/, /Send user/],
  [
    'of a SAML client with a scope',
    { user: 'ann', client: 'provider', scope: '' },
    400,
    /scope: client/,
    /Leave out/,
  ],
  [
    'of a SAML client without a service',
    { user: 'ann', client: 'provider' },
    409,
    /has none for post/,
    /adminUrl/,
  ],
] as const) {
  test(`token preview: ${what} is refused, naming what is wrong and what helps`, async () => {
    const answer = await server.call<Record<string, string>>('POST', PREVIEW, { body });
    const { error, errorMessage, error_description, remedy: help = '' } = answer.body;
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    assert.match(errorMessage ?? error_description ?? error ?? '', problem);
    assert.match(help, remedy);
  });
}

test('token preview: a pending required action does not matter; the tokens follow when it is done', async () => {
  const { user, before: shown } = await preview({ user: 'todo', client: 'web' });
  assert.deepEqual([user, shown.idToken?.content['typ']], ['todo', 'ID']);
});

test('token preview: neither session, user nor realm change, and no flow is a sign-in', async () => {
  const realm = server.store.realms.find('kit');
  const user = await server.store.users.find(realm?.id ?? '', 'ann-id');
  const sessions = (await listSessions()).length;
  await preview({ user: 'ann', client: 'web', scope: 'openid offline_access' });
  await preview({
    user: 'ann',
    client: 'web',
    change: { defaultClientScopes: [], optionalClientScopes: [] },
  });
  assert.equal((await listSessions()).length, sessions);
  assert.equal(server.store.realms.find('kit'), realm);
  assert.equal(await server.store.users.find(realm?.id ?? '', 'ann-id'), user);
  const logins = server.activity.list().records.filter(({ title }) => /sign|token/i.test(title));
  assert.deepEqual(logins, []);
});

test('OIDC Core §11: a preview with offline_access shows the token of an offline session', async () => {
  const { before: shown } = await preview({ user: 'ann', client: 'web', scope: 'openid offline_access' });
  assert.match(String(shown.accessToken?.content['jti']), /^of/);
  assert.match(shown.scope, /offline_access/);
});

test('token preview: without a change there is no after', async () => {
  const { after: changed, differences } = await preview({ user: 'ann', client: 'web' });
  assert.deepEqual([changed, differences], [undefined, undefined]);
});

test('token preview: a change shows before, after and the difference by claim', async () => {
  const {
    before: old,
    after: changed,
    differences,
  } = await preview({
    user: 'ann',
    client: 'web',
    change: {
      mappers: [
        {
          name: 'team',
          protocolMapper: 'oidc-hardcoded-claim-mapper',
          config: { 'claim.name': 'team', 'claim.value': 'blue', 'access.token.claim': 'true' },
        },
      ],
    },
  });
  assert.deepEqual(differences, [{ document: 'accessToken', path: ['team'], kind: 'added', after: 'blue' }]);
  assert.deepEqual(
    [old.accessToken?.content['team'], changed?.accessToken?.content['team']],
    [undefined, 'blue'],
  );
  assert.equal(old.accessToken?.content['sid'], changed?.accessToken?.content['sid']);
});

test('token preview: a scope that only the change assigns can be requested, and one that it removes as well', async () => {
  const { optionalClientScopes = [], defaultClientScopes = [] } =
    server.store.realms.find('kit')?.clients?.find(({ clientId }) => clientId === 'web') ?? {};
  assert.ok(optionalClientScopes.includes('phone'));
  const removed = await preview({
    user: 'ann',
    client: 'web',
    scope: 'openid phone',
    change: { optionalClientScopes: optionalClientScopes.filter((name) => name !== 'phone') },
  });
  assert.deepEqual(
    [/phone/.test(removed.before.scope), /phone/.test(removed.after?.scope ?? 'phone')],
    [true, false],
  );
  const added = await preview({
    user: 'ann',
    client: 'web',
    change: {
      defaultClientScopes: [...defaultClientScopes, 'phone'],
      optionalClientScopes: optionalClientScopes.filter((name) => name !== 'phone'),
    },
  });
  assert.match(added.after?.scope ?? '', /phone/);
});

test('RFC 6749 §4.4: without a user the preview is of the service account', async () => {
  const { user, before: shown } = await preview({ client: 'web', scope: '' });
  assert.equal(user, 'service-account-web');
  assert.deepEqual([shown.idToken, shown.accessToken?.content['sid']], [undefined, undefined]);
});

test('token preview: only administrators who may view clients and users of the realm get one', async () => {
  const body = { user: 'ann', client: 'till' };
  const call = async (username: string, realm = 'shop') => {
    const token = await server.tokenOf('shop', username);
    return (await server.call('POST', `/emulator/v1/realms/${realm}/token-preview`, { body, token })).status;
  };
  assert.equal(await call('viewer'), 200);
  assert.equal(await call('ann'), 403);
  for (const role of ['view-users', 'view-clients']) {
    const { createdId } = await server.call('POST', '/admin/realms/shop/users', {
      body: { username: role, enabled: true },
    });
    const management = server.clientUuid('realm-management');
    const { body: found } = await server.call(
      'GET',
      `/admin/realms/shop/clients/${management}/roles/${role}`,
    );
    const path = `/admin/realms/shop/users/${createdId}/role-mappings/clients/${management}`;
    await server.call('POST', path, { body: [found] });
    assert.equal(await call(role), 403, role);
  }
  // Administrators of a realm do not learn which other realms exist.
  assert.deepEqual([await call('viewer', 'kit'), await call('viewer', 'none')], [403, 403]);
});
