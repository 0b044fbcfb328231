// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's mapper placeholders have this form
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCOUNT, accountSettings, callAccount, findUser } from '../testing/account.ts';
import { startOAuthServer, withOAuthServer } from '../testing/server.ts';
import { wantsJson } from './account-route.ts';

const CALLS = [
  ['GET', ''],
  ['POST', ''],
  ['GET', '/sessions'],
  ['GET', '/sessions/devices'],
  ['DELETE', '/sessions'],
  ['DELETE', '/sessions/x'],
  ['GET', '/credentials'],
  ['DELETE', '/credentials/x'],
  ['PUT', '/credentials/x/label'],
  ['POST', '/credentials/x/moveToFirst'],
  ['POST', '/credentials/x/moveAfter/y'],
  ['GET', '/applications'],
  ['GET', '/applications/web/consent'],
  ['POST', '/applications/web/consent'],
  ['PUT', '/applications/web/consent'],
  ['DELETE', '/applications/web/consent'],
  ['GET', '/groups'],
  ['GET', '/supportedLocales'],
  ['GET', '/linked-accounts'],
  ['DELETE', '/linked-accounts/x'],
  ['GET', '/resources'],
] as const;

const bodyOf = (method: string) => (method.startsWith('P') ? { body: {} } : {});

test('Keycloak account API: the table has every call', async () => {
  const server = await startOAuthServer();
  const served = server.routes
    .filter(({ path }) => path.startsWith('/realms/:realm/account') && !path.endsWith('*rest'))
    .map(({ method, path }) => `${method} ${path.replace('/realms/:realm/account', '')}`);
  await server.stop();
  const table = CALLS.map(([method, path]) => `${method} ${path}`);
  const shapeOf = (call: string) =>
    call
      .replace(/:client/, 'web')
      .replace(/:previous/, 'y')
      .replace(/:\w+/, 'x');
  assert.deepEqual(served.map(shapeOf).sort(), [...table].sort());
});

test('Keycloak account API: no call answers without a token, with a token of another realm, or without the roles', () =>
  withOAuthServer(
    async (server) => {
      const { realm, ...demo } = { ...server.store.realms.find('demo'), realm: 'demo' };
      const { access_token: token } = await server.tokens();
      await server.store.realms.create({ ...demo, id: 'other-id', realm: 'other' } as never, []);
      for (const [method, path] of CALLS) {
        const at = `${realm} ${method} ${path}`;
        const headers = { 'content-type': 'application/json' };
        const body = method.startsWith('P') ? { body: '{}' } : {};
        const bare = await server.send(`${ACCOUNT}${path}`, { method, headers, ...body });
        assert.deepEqual([bare.status, bare.refusal?.reason], [401, 'The request has no access token.'], at);
        const foreign = await server.send(`/realms/other/account${path}`, {
          method,
          headers: { ...headers, authorization: `Bearer ${token}` },
          ...body,
        });
        assert.equal(foreign.status, 401, at);
        assert.ok(foreign.refusal?.reason, at);
        if (path === '/supportedLocales') continue;
        const answer = await callAccount(server, path, { method, token, ...bodyOf(method) });
        assert.equal(answer.status, 403, at);
        assert.match(answer.refusal?.reason ?? '', /^The token of alice, issued to web, has /, at);
        assert.match(answer.refusal?.remedy ?? '', /^Give user alice the role /, at);
      }
    },
    accountSettings(['manage-account-links']),
  ));

/** The roles in the token as of the client scope `roles`, without its mapper for the audience. */
const ROLES_ONLY = {
  name: 'roles only',
  protocol: 'openid-connect',
  protocolMapper: 'oidc-usermodel-client-role-mapper',
  config: {
    'claim.name': 'resource_access.${client_id}.roles',
    'jsonType.label': 'String',
    multivalued: 'true',
    'access.token.claim': 'true',
  },
};

test('RFC 8725 §3.9: no call answers a token for another audience, whatever roles it has', () =>
  withOAuthServer(
    async (server) => {
      await server.changeClient('web', { defaultClientScopes: ['basic'], protocolMappers: [ROLES_ONLY] });
      const { access_token: token } = await server.tokens();
      // The stored form of a password may change after a sign-in.
      const read = async () => ({ ...(await findUser(server)), credentials: [] });
      const before = await read();
      for (const [method, path] of CALLS) {
        const at = `${method} ${path}`;
        const { status, body, refusal } = await callAccount(server, path, {
          method,
          token,
          ...bodyOf(method),
        });
        assert.deepEqual(
          [status, body['error_description']],
          [401, 'Invalid audience for client account'],
          at,
        );
        assert.match(refusal?.reason ?? '', /issued to web.* not account in aud/, at);
        assert.match(refusal?.remedy ?? '', /audience resolve/, at);
      }
      assert.deepEqual(await read(), before);
    },
    accountSettings([
      'manage-account',
      'manage-consent',
      'view-applications',
      'view-consent',
      'view-groups',
      'view-profile',
    ]),
  ));

test('Fetch §3.2: a page of another origin may send no call, and a web origin of the client reads the answers', () =>
  withOAuthServer(
    async (server) => {
      const { access_token: token } = await server.tokens();
      for (const [origin, status] of [
        ['http://app.test', 200],
        ['http://evil.test', 403],
      ] as const) {
        const answer = await server.send(`${ACCOUNT}/sessions`, {
          headers: { accept: 'application/json', authorization: `Bearer ${token}`, origin },
        });
        assert.equal(answer.status, status);
        assert.equal(answer.headers.get('access-control-allow-origin'), status === 200 ? origin : null);
      }
    },
    accountSettings(['manage-account']),
  ));

test('Keycloak account API: it answers requests whose Accept or Content-Type is JSON', () => {
  for (const headers of [
    { accept: 'application/json' },
    { accept: 'text/html, Application/JSON;q=0.5' },
    { accept: '*/*', 'content-type': 'application/json; charset=utf-8' },
  ])
    assert.equal(wantsJson({ headers }), true);
  for (const headers of [{}, { accept: '*/*' }, { accept: 'text/html' }, { 'content-type': 'text/plain' }])
    assert.equal(wantsJson({ headers }), false);
});
