// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's mapper placeholders have this form
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { WEB } from '../testing/realm.ts';
import { type Answer, type OAuthTestServer, withOAuthServer } from '../testing/server.ts';

const PATH = '/realms/demo/account';

/** The account API's answer to a token of alice, who has these roles of client account. */
async function askWith(
  accountRoles: readonly string[],
  change: Partial<ClientRepresentation> = {},
  init: RequestInit = {},
): Promise<Answer> {
  let answer: Answer | undefined;
  await withOAuthServer(async (server) => {
    const realmId = server.store.realms.find('demo')?.id ?? '';
    const { id = '' } = (await server.store.users.findByUsername(realmId, 'alice')) ?? {};
    const roles = { account: [...accountRoles] };
    await server.store.users.update(realmId, id, (user) => ({ ...user, realmRoles: [], clientRoles: roles }));
    await server.changeClient('web', change);
    answer = await ask(server, (await server.tokens()).access_token, init);
  });
  assert.ok(answer);
  return answer;
}

function ask(server: OAuthTestServer, token: string | undefined, init: RequestInit = {}): Promise<Answer> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return server.send(PATH, {
    ...init,
    headers: { accept: 'application/json', ...authorization, ...init.headers },
  });
}

const POST: RequestInit = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'alice@example.test', firstName: 'Alice', lastName: 'Liddell' }),
};

for (const role of ['view-profile', 'manage-account'])
  test(`Keycloak account API: the role ${role} of client account reads the profile`, async () => {
    assert.equal((await askWith([role])).status, 200);
  });

test('Keycloak account API: the role manage-account of client account changes the profile', async () => {
  assert.equal((await askWith(['manage-account'], {}, POST)).status, 204);
});

for (const [why, roles, change, init, needed] of [
  ['no role of client account', [], {}, {}, 'manage-account or view-profile'],
  ['another role of client account', ['view-groups'], {}, {}, 'manage-account or view-profile'],
  ['only view-profile, for a change', ['view-profile'], {}, POST, 'manage-account'],
  [
    'a client whose scope lacks the role',
    ['manage-account'],
    { fullScopeAllowed: false },
    {},
    'manage-account or view-profile',
  ],
  [
    'a client without the client scope roles',
    ['manage-account'],
    { defaultClientScopes: ['basic'] },
    {},
    'manage-account or view-profile',
  ],
] as const) {
  test(`Keycloak account API: a token with ${why} is refused with 403, which names the role`, async () => {
    const { status, body, refusal } = await askWith(roles, change as Partial<ClientRepresentation>, init);
    assert.equal(status, 403);
    assert.deepEqual(body, {
      error: 'HTTP 403 Forbidden',
      error_description: `The token must have the role ${needed} of client account`,
    });
    assert.match(refusal?.reason ?? '', /^The token of alice, issued to web, has /);
    assert.match(refusal?.remedy ?? '', /^Give user alice the role /);
  });
}

test('Keycloak account API: a lightweight token has the roles that introspection shows', async () => {
  const attributes = { 'client.use.lightweight.access.token.enabled': 'true' };
  assert.equal((await askWith(['view-profile'], { attributes })).status, 200);
});

test('Keycloak account API: a token with the role but without the audience account is refused with 401', async () => {
  const protocolMappers = [
    {
      name: 'roles only',
      protocol: 'openid-connect',
      protocolMapper: 'oidc-usermodel-client-role-mapper',
      config: {
        'claim.name': 'resource_access.${client_id}.roles',
        'jsonType.label': 'String',
        multivalued: 'true',
        'access.token.claim': 'true',
        'introspection.token.claim': 'true',
      },
    },
  ];
  const { status, body, headers, refusal } = await askWith(['view-profile'], {
    defaultClientScopes: ['basic'],
    protocolMappers,
  });
  assert.deepEqual([status, body['error_description']], [401, 'Invalid audience for client account']);
  assert.match(headers.get('www-authenticate') ?? '', /^Bearer realm="demo", error="invalid_token"/);
  assert.match(refusal?.remedy ?? '', /audience resolve/);
});

test('RFC 6750 §3.1: without a token the answer is 401 with a challenge, and says what is required', () =>
  withOAuthServer(async (server) => {
    for (const headers of [{}, { authorization: 'Basic d2ViOng=' }] as const) {
      const { status, body, headers: answered, refusal } = await ask(server, undefined, { headers });
      assert.deepEqual(
        [status, body],
        [401, { error: 'HTTP 401 Unauthorized', error_description: 'Bearer token required' }],
      );
      assert.match(answered.get('www-authenticate') ?? '', /^Bearer realm="demo"/);
      assert.match(refusal?.remedy ?? '', /Authorization: Bearer/);
    }
  }));

test('RFC 6750 §3.1: anything but an access token of a session is refused with 401', () =>
  withOAuthServer(async (server) => {
    const { access_token, refresh_token, id_token } = await server.tokens();
    for (const token of ['x', refresh_token, id_token]) assert.equal((await ask(server, token)).status, 401);
    await server.post('logout', { ...WEB, refresh_token });
    const { status, body } = await ask(server, access_token);
    assert.deepEqual([status, body['error_description']], [401, 'user_session_not_found']);
  }));

test('Keycloak account API: a service account has no profile', () =>
  withOAuthServer(async (server) => {
    const { body } = await server.post('token', { ...WEB, grant_type: 'client_credentials' });
    const answer = await ask(server, String(body['access_token']));
    assert.equal(answer.status, 401);
    assert.match(String(answer.body['error_description']), /^Service accounts are not allowed/);
  }));
