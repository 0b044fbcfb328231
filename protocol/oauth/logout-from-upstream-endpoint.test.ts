import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { SignJWT } from 'jose';
import { startTestApplication } from './testing/application.ts';
import { type Answer, type OAuthTestServer, withOAuthServer } from './testing/server.ts';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ISSUER = 'https://upstream.test';
const REALM = {
  identityProviders: [
    {
      alias: 'corp',
      providerId: 'oidc',
      config: {
        issuer: ISSUER,
        clientId: 'us',
        publicKeySignatureVerifier: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      },
    },
  ],
  users: ['alice', 'bob'].map((username) => ({
    username,
    email: `${username}@example.test`,
    firstName: username,
    lastName: 'Example',
    realmRoles: ['default-roles-demo'],
    credentials: [{ type: 'password', value: `${username}-password` }],
    federatedIdentities: [{ identityProvider: 'corp', userId: `up-${username}`, userName: username }],
  })),
};

async function signOut(server: OAuthTestServer, events: Record<string, unknown> = {}): Promise<Answer> {
  const claims = {
    iss: ISSUER,
    aud: 'us',
    sub: 'up-alice',
    iat: Math.floor(server.clock.now() / 1000),
    jti: 'j',
    events: { 'http://schemas.openid.net/event/backchannel-logout': {}, ...events },
  };
  const logout_token = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(privateKey);
  return server.post('logout/backchannel-logout', { logout_token });
}

test('OIDC Back-Channel Logout §2.7: the linked user’s sessions end, others stay', () =>
  withOAuthServer(async (server) => {
    const { session_state } = await server.tokens();
    await server.signIn(server.browser(), {}, 'bob');
    const { status, headers } = await signOut(server);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/json');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.deepEqual(
      server.ended.map(({ id }) => id),
      [session_state],
    );
  }, REALM));

test('offline sessions end only if the token requests it', () =>
  withOAuthServer(async (server) => {
    await server.tokens({ scope: 'openid offline_access' });
    await signOut(server);
    assert.equal(
      server.ended.some(({ offline }) => offline),
      false,
    );
    await signOut(server, { revoke_offline_access: true });
    assert.equal(
      server.ended.some(({ offline }) => offline),
      true,
    );
  }, REALM));

test('a downstream client that cannot be notified makes the response 504 without content', () =>
  withOAuthServer(async (server) => {
    const application = await startTestApplication();
    await server.changeClient('web', { attributes: { 'backchannel.logout.url': `${application.url}/500` } });
    await server.tokens();
    const { status, text } = await signOut(server);
    assert.deepEqual([status, text], [504, '']);
    await application.stop();
  }, REALM));

test('a disabled realm and a repeated field are refused with 400', () =>
  withOAuthServer(async (server) => {
    const body = 'logout_token=a&logout_token=b';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const init = { method: 'POST', headers, body };
    assert.equal((await server.send('logout/backchannel-logout', init)).status, 400);
    await server.changeRealm((realm) => ({ ...realm, enabled: false }));
    assert.ok((await signOut(server)).status >= 400);
  }, REALM));
