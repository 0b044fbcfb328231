import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { SignJWT } from 'jose';
import { type Answer, type OAuthTestServer, withOAuthServer } from '../testing/server.ts';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const PEM = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const ISSUER = 'https://upstream.test';
const PROVIDER = {
  alias: 'corp',
  providerId: 'oidc',
  enabled: true,
  config: { issuer: ISSUER, clientId: 'us', publicKeySignatureVerifier: PEM },
};
const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };

function token(server: OAuthTestServer, changes: Record<string, unknown> = {}, key = privateKey) {
  const iat = Math.floor(server.clock.now() / 1000);
  const claims = { iss: ISSUER, aud: 'us', sub: 'up-1', iat, jti: 'j', events: EVENTS, ...changes };
  return new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(key);
}

async function withProvider(
  use: (server: OAuthTestServer) => Promise<void>,
  provider: object = PROVIDER,
): Promise<void> {
  await withOAuthServer(use, { identityProviders: [provider] });
}

const send = (server: OAuthTestServer, logout_token: string): Promise<Answer> =>
  server.post('logout/backchannel-logout', { logout_token });

async function refused(answer: Promise<Answer>, description: string): Promise<void> {
  const { status, body, refusal } = await answer;
  assert.deepEqual([status, body], [400, { error: 'invalid_request', error_description: description }]);
  assert.ok(refusal?.remedy);
}

test('OIDC Back-Channel Logout §2.8: a token for a user without a session is answered with 200, without content', () =>
  withProvider(async (server) => {
    for (const changes of [{}, { sid: 's' }, { sid: 's', sub: undefined }]) {
      const { status, text } = await send(server, await token(server, changes));
      assert.deepEqual([status, text], [200, '']);
    }
  }));

test('a request without the field is refused', () =>
  withProvider((server) => refused(server.post('logout/backchannel-logout', {}), 'No logout token')));

test('anything but a JWT is refused', () =>
  withProvider((server) => refused(send(server, 'x.y'), 'The decode of the logoutToken failed')));

for (const [why, changes, description] of [
  ['an unknown issuer', { iss: 'https://x.test' }, 'No Identity Provider has been found'],
  ['no issuer', { iss: undefined }, 'No Identity Provider has been found'],
  ['a different audience', { aud: 'them' }, 'LogoutToken verification with identity provider failed'],
  ['an expiry in the past', { exp: 5 }, 'LogoutToken verification with identity provider failed'],
  ['neither sid nor sub', { sub: undefined }, 'Missing sid or sub claim'],
  ['a different event', { events: { other: {} } }, 'The LogoutToken event claim is not as expected'],
  ['no events', { events: undefined }, 'The LogoutToken event claim is not as expected'],
  ['a nonce', { nonce: 'n' }, 'The LogoutToken contains a nonce claim which is not allowed'],
  ['no iat', { iat: undefined }, "The LogoutToken doesn't contain an iat claim"],
  ['no jti', { jti: undefined }, 'The logoutToken jti is missing'],
] as const) {
  test(`OIDC Back-Channel Logout §2.6: a token with ${why} is refused`, () =>
    withProvider(async (server) => refused(send(server, await token(server, changes)), description)));
}

const UNVERIFIED = 'LogoutToken verification with identity provider failed';

test('OIDC Back-Channel Logout §2.6: a token signed with a foreign key is refused', () =>
  withProvider(async (server) => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    await refused(send(server, await token(server, {}, other)), UNVERIFIED);
  }));

test('a token "signed" by HMAC with the public key, or not at all, is refused', () =>
  withProvider(async (server) => {
    const [, claims = ''] = (await token(server)).split('.');
    for (const alg of ['none', 'HS256']) {
      const header = Buffer.from(JSON.stringify({ alg })).toString('base64url');
      await refused(send(server, `${header}.${claims}.`), UNVERIFIED);
    }
  }));

for (const [why, provider] of [
  ['without keys', { ...PROVIDER, config: { issuer: ISSUER, clientId: 'us' } }],
  [
    'whose keys cannot be fetched',
    { ...PROVIDER, config: { ...PROVIDER.config, jwksUrl: 'http://127.0.0.1:1/' } },
  ],
] as const) {
  test(`a token of a provider ${why} is refused`, () =>
    withProvider(async (server) => refused(send(server, await token(server)), UNVERIFIED), provider));
}

for (const [why, provider] of [
  ['that is disabled', { ...PROVIDER, enabled: false }],
  ['of another type', { ...PROVIDER, providerId: 'saml' }],
] as const) {
  test(`a provider ${why} is not found`, () =>
    withProvider(
      async (server) => refused(send(server, await token(server)), 'No Identity Provider has been found'),
      provider,
    ));
}
