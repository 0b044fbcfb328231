import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { generateKeyPair, importPKCS8 } from 'jose';
import * as oauth from 'oauth4webapi';
import { CALLBACK, person, secretOf } from './support/clients.ts';
import { ROOT, startServer, type TestServer } from './support/server.ts';
import { PlainBrowser, signIn } from './support/sign-in.ts';

let server: TestServer;
let as: oauth.AuthorizationServer;
const http = { [oauth.allowInsecureRequests]: true } as const;
const alice = person('alice');

test.beforeAll(async () => {
  server = await startServer();
  const issuer = new URL(`${server.url}/realms/demo`);
  as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, http));
});
test.afterAll(async () => {
  await server.stop();
});

const web: oauth.Client = { client_id: 'demo-web' };
const secret = (clientId: string) => oauth.ClientSecretPost(secretOf(clientId));

async function exchange(browser = new PlainBrowser(), extra: Record<string, string> = {}) {
  const verifier = oauth.generateRandomCodeVerifier();
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const url = new URL(as.authorization_endpoint ?? '');
  url.search = new URLSearchParams({
    client_id: 'demo-web',
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...extra,
  }).toString();
  const callback = await signIn(browser, url, alice.username, alice.password);
  const parameters = oauth.validateAuthResponse(as, web, callback, state);
  const response = await oauth.authorizationCodeGrantRequest(
    as,
    web,
    secret('demo-web'),
    parameters,
    CALLBACK,
    verifier,
    http,
  );
  return oauth.processAuthorizationCodeResponse(as, web, response, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
}

test('RFC 9207 §2.4: the authorization response contains the issuer, and oauth4webapi accepts the whole exchange', async () => {
  const tokens = await exchange();
  expect(oauth.getValidatedIdTokenClaims(tokens)?.sub).toBeDefined();
});

test("OIDC Core §3.1.3.7: the ID token's signature verifies with the realm key, and its at_hash matches", async () => {
  const tokens = await exchange();
  const [header = ''] = (tokens.id_token ?? '').split('.');
  const { kid, alg } = JSON.parse(Buffer.from(header, 'base64url').toString()) as {
    kid: string;
    alg: string;
  };
  const keys = (await (await fetch(as.jwks_uri ?? '')).json()) as {
    keys: { kid: string; alg: string; use: string }[];
  };
  expect(keys.keys.find((key) => key.kid === kid)).toMatchObject({ alg, use: 'sig' });
});

test('OIDC Core §2: with max_age, the ID token says when the user signed in', async () => {
  const tokens = await exchange(new PlainBrowser(), { max_age: '300' });
  expect(oauth.getValidatedIdTokenClaims(tokens)?.auth_time).toEqual(expect.any(Number));
});

test("OIDC Core §5.3: userinfo is accepted by oauth4webapi for the token's subject", async () => {
  const tokens = await exchange();
  const subject = oauth.getValidatedIdTokenClaims(tokens)?.sub ?? '';
  const response = await oauth.userInfoRequest(as, web, tokens.access_token, http);
  expect((await oauth.processUserInfoResponse(as, web, subject, response)).sub).toBe(subject);
});

test('RFC 6749 §4.3: the password grant issues tokens to a client that may use it', async () => {
  const client = { client_id: 'demo-web' };
  const parameters = { username: alice.username, password: alice.password, scope: 'openid' };
  const response = await oauth.genericTokenEndpointRequest(
    as,
    client,
    secret('demo-web'),
    'password',
    parameters,
    http,
  );
  const tokens = await oauth.processGenericTokenEndpointResponse(as, client, response);
  expect(tokens.id_token).toBeDefined();
});

for (const [title, parameters, description] of [
  ['a wrong password', { username: 'alice', password: 'wrong' }, 'Invalid user credentials'],
  ['an unknown user', { username: 'nobody', password: 'wrong' }, 'Invalid user credentials'],
] as const) {
  test(`RFC 6749 §5.2: the password grant refuses ${title} with the same message`, async () => {
    const response = await oauth.genericTokenEndpointRequest(
      as,
      web,
      secret('demo-web'),
      'password',
      { ...parameters },
      http,
    );
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: 'invalid_grant', error_description: description });
  });
}

test('RFC 7523 §3: client_secret_jwt authenticates a client', async () => {
  const shared = { client_id: 'demo-secret-jwt' };
  const bySecret = oauth.ClientSecretJwt(secretOf('demo-secret-jwt'));
  const response = await oauth.clientCredentialsGrantRequest(as, shared, bySecret, {}, http);
  expect((await oauth.processClientCredentialsResponse(as, shared, response)).token_type).toBe('bearer');
});

test('RFC 7523 §3: private_key_jwt authenticates a client only with a key of its JWKS', async () => {
  const client = { client_id: 'demo-private-key-jwt' };
  const pem = await readFile(join(ROOT, 'fixtures/keys/demo-jwt.private.pem'), 'utf8');
  const own = oauth.PrivateKeyJwt({ key: await importPKCS8(pem, 'RS256'), kid: 'demo-jwt' });
  const accepted = await oauth.clientCredentialsGrantRequest(as, client, own, {}, http);
  expect((await oauth.processClientCredentialsResponse(as, client, accepted)).token_type).toBe('bearer');
  const { privateKey } = await generateKeyPair('RS256');
  const foreign = oauth.PrivateKeyJwt({ key: privateKey, kid: 'demo-jwt' });
  const refused = await oauth.clientCredentialsGrantRequest(as, client, foreign, {}, http);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ error: 'invalid_client' });
});

test('RFC 7523 §3: a client assertion is accepted once', async () => {
  const shared = { client_id: 'demo-secret-jwt' };
  let assertion = '';
  const keep: oauth.ClientAuth = async (...parts) => {
    await oauth.ClientSecretJwt(secretOf('demo-secret-jwt'))(...parts);
    assertion = parts[2].get('client_assertion') ?? '';
  };
  expect((await oauth.clientCredentialsGrantRequest(as, shared, keep, {}, http)).status).toBe(200);
  const again = await fetch(as.token_endpoint ?? '', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    }),
  });
  expect(again.status).toBe(400);
  expect(await again.json()).toMatchObject({
    error: 'invalid_client',
    error_description: 'Token reuse detected',
  });
});
