import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { type OAuthTestServer, withOAuthServer } from '../testing/server.ts';
import { checkRole } from './registrant.ts';

const PATH = '/realms/demo/clients-registrations/openid-connect';

/** Users of the realm `demo` with roles of `realm-management`. */
const REALM = {
  users: ['create-client', 'view-clients', 'manage-clients', 'view-users'].map((role) => ({
    username: role,
    email: `${role}@example.test`,
    firstName: 'A',
    lastName: 'B',
    credentials: [{ type: 'password', value: 'pw' }],
    clientRoles: { 'realm-management': [role] },
  })),
};

async function tokenOf(server: OAuthTestServer, username: string): Promise<string> {
  const { body } = await server.post('token', {
    grant_type: 'password',
    client_id: 'web',
    client_secret: 'web-secret',
    username,
    password: 'pw',
  });
  return String(body['access_token']);
}

function call(server: OAuthTestServer, method: string, path: string, authorization: string) {
  const body = method === 'GET' || method === 'DELETE' ? undefined : '{"redirect_uris":["http://a.test/"]}';
  return server.send(path, {
    method,
    headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body }),
  });
}

for (const [role, create, read, remove] of [
  ['create-client', 201, 403, 403],
  ['view-clients', 403, 200, 403],
  ['manage-clients', 201, 200, 204],
  ['view-users', 403, 403, 403],
] as const) {
  test(`a user’s token with role ${role}: create ${create}, read ${read}, remove ${remove}`, () =>
    withOAuthServer(async (server) => {
      const authorization = `Bearer ${await tokenOf(server, role)}`;
      assert.equal((await call(server, 'POST', PATH, authorization)).status, create);
      const found = await call(server, 'GET', `${PATH}/web`, authorization);
      assert.equal(found.status, read);
      assert.equal('registration_access_token' in found.body, false);
      assert.equal((await call(server, 'DELETE', `${PATH}/web`, authorization)).status, remove);
    }, REALM));
}

test('an administrator gets 404 for a client that does not exist', () =>
  withOAuthServer(async (server) => {
    const authorization = `Bearer ${await tokenOf(server, 'manage-clients')}`;
    assert.equal((await call(server, 'GET', `${PATH}/nobody`, authorization)).status, 404);
  }, REALM));

for (const authorization of ['Bearer x', 'Bearer a.b.c', 'Basic YTpi', 'Bearer']) {
  test(`the header "${authorization}" is answered with 401, never treated as anonymous`, () =>
    withOAuthServer(async (server) => {
      const { status, body } = await call(server, 'POST', PATH, authorization);
      assert.deepEqual([status, body['error']], [401, 'invalid_token']);
    }, REALM));
}

test('a missing role is reported with its remedy', () => {
  assert.throws(
    () => checkRole(new Set(['x']), ['create-client', 'manage-clients']),
    (error: unknown) => error instanceof OAuthError && /create-client/.test(error.remedy ?? ''),
  );
  checkRole(new Set(['manage-clients']), ['create-client', 'manage-clients']);
});

/** Gives the service account of client `web` all rights for the realm. */
async function empower({ store }: OAuthTestServer): Promise<void> {
  const { id = '' } = store.realms.find('demo') ?? {};
  const account = await store.users.findByUsername(id, 'service-account-web');
  assert.ok(account);
  const clientRoles = { 'realm-management': ['realm-admin'] };
  await store.users.update(id, account.id, (user) => ({ ...user, clientRoles }));
}

test('0169: manage-clients cannot change, remove or act as a client whose service account has more rights', () =>
  withOAuthServer(async (server) => {
    await empower(server);
    const authorization = `Bearer ${await tokenOf(server, 'manage-clients')}`;
    for (const method of ['PUT', 'DELETE']) {
      const { status, refusal } = await call(server, method, `${PATH}/web`, authorization);
      assert.equal(status, 403);
      assert.match(refusal?.reason ?? '', /service account of client web has the role \S+, which/);
    }
    const { status, body } = await call(server, 'GET', `${PATH}/web`, authorization);
    assert.deepEqual([status, body['client_id'], body['client_secret']], [200, 'web', undefined]);
    const stored = server.store.realms.find('demo')?.clients?.find(({ clientId }) => clientId === 'web');
    assert.equal(stored?.secret, 'web-secret');
  }, REALM));

test('0169: view-clients does not reveal the secret of a client, manage-clients does', () =>
  withOAuthServer(async (server) => {
    for (const [role, secret] of [
      ['view-clients', undefined],
      ['manage-clients', 'web-secret'],
    ] as const) {
      const { status, body } = await call(
        server,
        'GET',
        `${PATH}/web`,
        `Bearer ${await tokenOf(server, role)}`,
      );
      assert.deepEqual([status, body['client_secret']], [200, secret]);
    }
  }, REALM));

const FOREIGN = [
  'https://evil.test',
  'null',
  'http://127.0.0.1:1',
  'app://understudy',
  'http://localhost.evil.test',
];

for (const origin of FOREIGN) {
  test(`RFC 6454 §7: without a token, a page of ${origin} cannot register a client`, () =>
    withOAuthServer(async (server) => {
      const before = server.store.realms.find('demo');
      for (const type of ['application/json', undefined]) {
        const { status, body, refusal, headers } = await server.send(PATH, {
          method: 'POST',
          headers: { origin, ...(type === undefined ? {} : { 'content-type': type }) },
          body: new Blob(['{"redirect_uris":["http://a.test/"]}']),
        });
        if (type === undefined) assert.ok(status === 403 || status === 415, String(status));
        else {
          assert.deepEqual([status, body['error_description']], [403, 'Invalid origin']);
          assert.match(refusal?.remedy ?? '', /initial access token/);
        }
        assert.equal(headers.get('access-control-allow-origin'), null);
      }
      assert.deepEqual(server.store.realms.find('demo'), before);
    }));
}

test('RFC 6454 §7: programs and Understudy’s own pages register without a token; with a token, any origin may', () =>
  withOAuthServer(async (server) => {
    const register = (headers: Record<string, string>) =>
      server.send(PATH, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{"redirect_uris":["http://a.test/"]}',
      });
    const authorization = `Bearer ${await tokenOf(server, 'create-client')}`;
    for (const headers of [
      {},
      { origin: server.baseUrl },
      { origin: server.baseUrl.replace('127.0.0.1', 'localhost') },
      { origin: 'https://evil.test', authorization },
    ])
      assert.equal((await register(headers)).status, 201, JSON.stringify(headers));
    const wrong = await register({ origin: 'https://evil.test', authorization: 'Bearer nonsense' });
    assert.equal(wrong.status, 401);
  }, REALM));
