import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { findUser } from '../testing/account.ts';
import { type Answer, type OAuthTestServer, withOAuthServer } from '../testing/server.ts';

const PATH = '/realms/demo/account';
const ORIGIN = 'http://app.test';

const SETTINGS: Partial<RealmRepresentation> = {
  users: ['alice', 'bob'].map((username) => ({
    username,
    email: `${username}@example.test`,
    firstName: username,
    lastName: 'Example',
    realmRoles: ['default-roles-demo'],
    attributes: { locale: ['en'] },
    credentials: [{ type: 'password', value: `${username}-password` }],
  })),
};

async function ask(
  server: OAuthTestServer,
  { path = PATH, token, headers = {}, ...init }: RequestInit & { path?: string; token?: string } = {},
): Promise<Answer> {
  const text = token ?? (await server.tokens()).access_token;
  return server.send(path, {
    ...init,
    headers: { accept: 'application/json', authorization: `bearer ${text}`, origin: ORIGIN, ...headers },
  });
}

const post = (server: OAuthTestServer, body: unknown): Promise<Answer> =>
  ask(server, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

test('keycloak-js loadUserProfile: the profile is JSON that the client’s origin may read', () =>
  withOAuthServer(async (server) => {
    const { status, body, headers, summary } = await ask(server);
    assert.equal(status, 200);
    const { id, userProfileMetadata, ...profile } = body;
    assert.deepEqual(profile, {
      username: 'alice',
      email: 'alice@example.test',
      emailVerified: false,
      firstName: 'alice',
      lastName: 'Example',
      attributes: { locale: ['en'] },
    });
    assert.equal(typeof id, 'string');
    assert.ok(userProfileMetadata);
    assert.equal(headers.get('access-control-allow-origin'), ORIGIN);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.deepEqual(
      [summary?.title, summary?.clientId, summary?.username],
      ['Account profile', 'web', 'alice'],
    );
  }, SETTINGS));

test('Keycloak account API: userProfileMetadata=false leaves the metadata out', () =>
  withOAuthServer(async (server) => {
    const { body } = await ask(server, { path: `${PATH}?userProfileMetadata=false` });
    assert.equal('userProfileMetadata' in body, false);
    assert.ok(
      'userProfileMetadata' in (await ask(server, { path: `${PATH}?userProfileMetadata=true` })).body,
    );
  }, SETTINGS));

test('Keycloak account API: the address works with a trailing slash, too', () =>
  withOAuthServer(async (server) => {
    assert.equal((await ask(server, { path: `${PATH}/` })).status, 200);
  }, SETTINGS));

test('Fetch, CORS protocol: a preflight is answered for the headers of keycloak-js', () =>
  withOAuthServer(async (server) => {
    const { status, headers } = await server.send(PATH, {
      method: 'OPTIONS',
      headers: {
        origin: ORIGIN,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });
    assert.equal(status, 200);
    assert.equal(headers.get('access-control-allow-origin'), ORIGIN);
    assert.match(headers.get('access-control-allow-headers') ?? '', /Authorization/);
    assert.match(headers.get('access-control-allow-methods') ?? '', /GET.*POST/);
  }, SETTINGS));

test('Fetch, CORS protocol: a page can read why it got no profile', () =>
  withOAuthServer(async (server) => {
    const { status, headers } = await ask(server, { token: 'x' });
    assert.deepEqual([status, headers.get('access-control-allow-origin')], [401, ORIGIN]);
  }, SETTINGS));

test('Fetch, CORS protocol: an origin that the client does not have is refused, and the remedy names webOrigins', () =>
  withOAuthServer(async (server) => {
    const { status, body, headers, refusal } = await ask(server, { headers: { origin: 'http://evil.test' } });
    assert.equal(status, 403);
    assert.deepEqual(body, { error: 'HTTP 403 Forbidden', error_description: 'Invalid origin' });
    assert.equal(headers.get('access-control-allow-origin'), null);
    assert.match(refusal?.remedy ?? '', /webOrigins of client web/);
  }, SETTINGS));

for (const enabled of [false, undefined]) {
  test(`Keycloak account API: with client account ${enabled === false ? 'disabled' : 'of another name'}, it is 404`, () =>
    withOAuthServer(async (server) => {
      await server.changeRealm((realm) => ({
        ...realm,
        clients: (realm.clients ?? []).map((client) =>
          client.clientId !== 'account'
            ? client
            : { ...client, ...(enabled === undefined ? { clientId: 'other-account' } : { enabled }) },
        ),
      }));
      const { status, body, refusal } = await ask(server);
      assert.deepEqual([status, body], [404, { error: 'account management not enabled' }]);
      assert.match(refusal?.remedy ?? '', /enabled of client account/);
    }, SETTINGS));
}

test('Keycloak account API: a request that names no JSON gets the account console', () =>
  withOAuthServer(async (server) => {
    for (const accept of ['text/html,application/xhtml+xml', '*/*']) {
      const { status, headers } = await server.send(PATH, { headers: { accept } });
      assert.equal(status, 302);
      assert.match(headers.get('location') ?? '', /client_id=account-console/);
    }
  }, SETTINGS));

test('a disabled realm answers no profile', () =>
  withOAuthServer(async (server) => {
    const { access_token } = await server.tokens();
    await server.changeRealm((realm) => ({ ...realm, enabled: false }));
    assert.equal((await ask(server, { token: access_token })).status, 403);
  }, SETTINGS));

test('Keycloak account API: POST changes the profile, and GET shows the change', () =>
  withOAuthServer(async (server) => {
    const sent = { username: 'alice', email: 'al@example.test', firstName: 'Al', lastName: 'E' };
    const { status, text, headers } = await post(server, sent);
    assert.deepEqual([status, text, headers.get('access-control-allow-origin')], [204, '', ORIGIN]);
    const { body } = await ask(server);
    assert.deepEqual(
      [body['email'], body['firstName'], body['emailVerified']],
      ['al@example.test', 'Al', false],
    );
  }, SETTINGS));

test('Keycloak account API: a profile that breaks a rule is refused with field and message, and Activity says why', () =>
  withOAuthServer(async (server) => {
    const sent = { email: 'bob@example.test', firstName: 'Al', lastName: 'E' };
    const { status, body, refusal } = await post(server, sent);
    assert.equal(status, 409);
    assert.deepEqual(body, {
      errors: [{ field: 'email', errorMessage: 'emailExistsMessage', params: ['email'] }],
      error_description: 'email: Email already exists.',
    });
    assert.equal(refusal?.description, 'email: Email already exists.');
  }, SETTINGS));

test('Keycloak account API: a body with the id or the name of another user changes the token’s user only', () =>
  withOAuthServer(async (server) => {
    const bob = await findUser(server, 'bob');
    const sent = { id: bob.id, email: 'al@example.test', firstName: 'Al', lastName: 'E' };
    assert.equal((await post(server, sent)).status, 204);
    assert.equal((await findUser(server)).firstName, 'Al');
    const named = await post(server, { ...sent, username: 'bob' });
    assert.equal(named.status, 400);
    assert.match(String(named.body['error_description']), /^username: .*editUsernameAllowed/);
    assert.deepEqual(await findUser(server, 'bob'), bob);
  }, SETTINGS));

test('bad input: a body that is not JSON, or not a JSON object, is 400', () =>
  withOAuthServer(async (server) => {
    for (const body of ['{', '[]', '7', '']) assert.equal((await post(server, body)).status, 400, body);
    const { body, headers } = await post(server, { firstName: 7 });
    assert.deepEqual(body, { error: 'invalid_request', error_description: 'firstName must be a text.' });
    assert.equal(headers.get('access-control-allow-origin'), ORIGIN);
  }, SETTINGS));
