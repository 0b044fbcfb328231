import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { type OAuthTestServer, withOAuthServer } from '../test-server.ts';
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
  test(`a token of somebody with role ${role}: create ${create}, read ${read}, remove ${remove}`, () =>
    withOAuthServer(async (server) => {
      const authorization = `Bearer ${await tokenOf(server, role)}`;
      assert.equal((await call(server, 'POST', PATH, authorization)).status, create);
      const found = await call(server, 'GET', `${PATH}/web`, authorization);
      assert.equal(found.status, read);
      assert.equal('registration_access_token' in found.body, false);
      assert.equal((await call(server, 'DELETE', `${PATH}/web`, authorization)).status, remove);
    }, REALM));
}

test('an administrator who names a client that is not there hears 404', () =>
  withOAuthServer(async (server) => {
    const authorization = `Bearer ${await tokenOf(server, 'manage-clients')}`;
    assert.equal((await call(server, 'GET', `${PATH}/nobody`, authorization)).status, 404);
  }, REALM));

for (const authorization of ['Bearer x', 'Bearer a.b.c', 'Basic YTpi', 'Bearer']) {
  test(`the header "${authorization}" is 401, never a registration by nobody in particular`, () =>
    withOAuthServer(async (server) => {
      const { status, body } = await call(server, 'POST', PATH, authorization);
      assert.deepEqual([status, body['error']], [401, 'invalid_token']);
    }, REALM));
}

test('a missing role is named with its remedy', () => {
  assert.throws(
    () => checkRole(new Set(['x']), ['create-client', 'manage-clients']),
    (error: unknown) => error instanceof OAuthError && /create-client/.test(error.remedy ?? ''),
  );
  checkRole(new Set(['manage-clients']), ['create-client', 'manage-clients']);
});
