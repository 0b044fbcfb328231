import { generateKeyPairSync, type JsonWebKey, randomUUID, webcrypto } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import * as jose from 'jose';
import * as oidc from 'openid-client';
import { CALLBACK, person } from './support/clients.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';
import { PlainBrowser, signIn } from './support/sign-in.ts';

let server: TestServer;
let issuer: URL;
const alice = person('alice');
const SECRET = 'front-channel-secret';
const ES256 = { name: 'ECDSA', namedCurve: 'P-256' } as const;

test.beforeAll(async () => {
  server = await startServer();
  issuer = new URL(`${server.url}/realms/demo`);
});
test.afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

/** A new client of the demo realm with a test's settings, configured in openid-client. */
async function createClient(
  settings: Record<string, unknown> = {},
  metadata: Partial<oidc.ClientMetadata> = {},
): Promise<oidc.Configuration> {
  const clientId = `front-${randomUUID()}`;
  const answer = await callAdmin(server.url, 'POST', '/admin/realms/demo/clients', {
    clientId,
    secret: SECRET,
    publicClient: false,
    redirectUris: [CALLBACK],
    ...settings,
  });
  expect(answer.status).toBe(201);
  return oidc.discovery(issuer, clientId, { client_secret: SECRET, ...metadata }, undefined, {
    execute: [oidc.allowInsecureRequests],
  });
}

const implicit = { implicitFlowEnabled: true };

/** Parameters of every request in these tests. */
async function parameters(extra: Record<string, string> = {}) {
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  const checks = { expectedState: oidc.randomState(), expectedNonce: oidc.randomNonce(), pkceCodeVerifier };
  const sent = {
    redirect_uri: CALLBACK,
    scope: 'openid email',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...extra,
  };
  return { sent, checks };
}

const enter = (url: URL, browser = new PlainBrowser()): Promise<URL> =>
  signIn(browser, url, alice.username, alice.password);

/** The form of a form_post page, as the request that the client would receive. */
async function postedForm(browser: PlainBrowser, url: URL): Promise<Request> {
  const page = await (await browser.request(url.href)).text();
  expect(page).toContain(`action="${CALLBACK}"`);
  const fields = [...page.matchAll(/name="([^"]+)" value="([^"]*)"/g)];
  const body = new URLSearchParams(
    fields.map(([, name = '', value = '']): [string, string] => [name, value]),
  );
  return new Request(CALLBACK, { method: 'POST', body });
}

async function errorOf(call: Promise<unknown>): Promise<{ error?: string; error_description?: string }> {
  return call.then(
    () => ({ error: 'accepted' }),
    (error) => error,
  );
}

test('OIDC Core §3.2: an implicit ID token, its nonce and signature checked by openid-client, and no refresh token', async () => {
  const client = await createClient(implicit);
  oidc.useIdTokenResponseType(client);
  const { sent, checks } = await parameters({ response_type: 'id_token' });
  const callback = await enter(oidc.buildAuthorizationUrl(client, sent));
  const { expectedState, expectedNonce } = checks;
  const claims = await oidc.implicitAuthentication(client, callback, expectedNonce, { expectedState });
  expect(claims['email']).toBe(alice.email);
  const answer = new URLSearchParams(callback.hash.slice(1));
  expect([...answer.keys()].sort()).toEqual(['id_token', 'iss', 'session_state', 'state']);
});

test('OIDC Core §3.2.2.9: an implicit access token is bound to the ID token by at_hash and works at userinfo', async () => {
  const client = await createClient(implicit);
  const { sent } = await parameters({ response_type: 'id_token token' });
  const answer = new URLSearchParams((await enter(oidc.buildAuthorizationUrl(client, sent))).hash.slice(1));
  const claims = jose.decodeJwt(answer.get('id_token') ?? '');
  const token = answer.get('access_token') ?? '';
  const digest = Buffer.from(await webcrypto.subtle.digest('SHA-256', Buffer.from(token)));
  expect(claims['at_hash']).toBe(digest.subarray(0, 16).toString('base64url'));
  expect((await oidc.fetchUserInfo(client, token, claims.sub ?? '')).email).toBe(alice.email);
  expect([answer.get('token_type'), answer.get('expires_in')]).toEqual(['Bearer', '900']);
  expect(answer.has('refresh_token')).toBe(false);
});

test('OIDC Core §3.3: hybrid flow code id_token, c_hash checked, and the code redeemed', async () => {
  const client = await createClient(implicit);
  oidc.useCodeIdTokenResponseType(client);
  const { sent, checks } = await parameters({ response_type: 'code id_token' });
  const callback = await enter(oidc.buildAuthorizationUrl(client, sent));
  const tokens = await oidc.authorizationCodeGrant(client, callback, checks);
  expect(tokens.claims()?.['email']).toBe(alice.email);
});

test('FAPI 1 Advanced §5.2.2.1: the ID token is a detached signature over code and state (c_hash, s_hash)', async () => {
  const client = await createClient(implicit);
  oidc.useCodeIdTokenResponseType(client);
  oidc.enableDetachedSignatureResponseChecks(client);
  const { sent, checks } = await parameters({ response_type: 'code id_token' });
  const callback = await enter(oidc.buildAuthorizationUrl(client, sent));
  expect((await oidc.authorizationCodeGrant(client, callback, checks)).refresh_token).toBeDefined();
});

for (const response_type of ['code token', 'code id_token token']) {
  test(`OIDC Core §3.3: hybrid flow ${response_type} returns an access token in the front channel and one for the code`, async () => {
    const client = await createClient(implicit);
    const { sent, checks } = await parameters({ response_type });
    const callback = await enter(oidc.buildAuthorizationUrl(client, sent));
    const answer = new URLSearchParams(callback.hash.slice(1));
    expect(answer.has('id_token')).toBe(response_type.includes('id_token'));
    const back = new URL(CALLBACK);
    for (const name of ['code', 'state', 'iss']) back.searchParams.set(name, answer.get(name) ?? '');
    const tokens = await oidc.authorizationCodeGrant(client, back, checks);
    expect(tokens.access_token).not.toBe(answer.get('access_token'));
  });
}

test('RFC 6749 §4.2.2.1: a client whose implicit flow is off is refused in the fragment', async () => {
  const client = await createClient();
  const { sent, checks } = await parameters({ response_type: 'id_token' });
  oidc.useIdTokenResponseType(client);
  const callback = await enter(oidc.buildAuthorizationUrl(client, sent));
  const { expectedState, expectedNonce } = checks;
  const call = oidc.implicitAuthentication(client, callback, expectedNonce, { expectedState });
  expect(await errorOf(call)).toMatchObject({ error: 'unauthorized_client' });
});

test('OIDC Form Post §2: a code is sent by form, and openid-client redeems it', async () => {
  const client = await createClient();
  const browser = new PlainBrowser();
  await enter(oidc.buildAuthorizationUrl(client, (await parameters()).sent), browser);
  const { sent, checks } = await parameters({ response_mode: 'form_post' });
  const request = await postedForm(browser, oidc.buildAuthorizationUrl(client, sent));
  expect((await oidc.authorizationCodeGrant(client, request, checks)).id_token).toBeDefined();
});

test('OIDC Form Post §2: an implicit ID token is sent by form', async () => {
  const client = await createClient(implicit);
  oidc.useIdTokenResponseType(client);
  const browser = new PlainBrowser();
  await enter(
    oidc.buildAuthorizationUrl(client, (await parameters({ response_type: 'code' })).sent),
    browser,
  );
  const { sent, checks } = await parameters({ response_type: 'id_token', response_mode: 'form_post' });
  const request = await postedForm(browser, oidc.buildAuthorizationUrl(client, sent));
  const { expectedState, expectedNonce } = checks;
  const claims = await oidc.implicitAuthentication(client, request, expectedNonce, { expectedState });
  expect(claims['email']).toBe(alice.email);
});

test('JARM §2.3: a signed response, checked by openid-client', async () => {
  const client = await createClient(
    { attributes: { 'authorization.signed.response.alg': 'ES256' } },
    {
      authorization_signed_response_alg: 'ES256',
    },
  );
  oidc.useJwtResponseMode(client);
  const { sent, checks } = await parameters();
  const callback = await enter(oidc.buildAuthorizationUrl(client, sent));
  expect([...callback.searchParams.keys()]).toEqual(['response']);
  expect((await oidc.authorizationCodeGrant(client, callback, checks)).id_token).toBeDefined();
});

test('JARM §2.2: an encrypted response, decrypted by openid-client', async () => {
  const { publicKey, privateKey } = await jose.generateKeyPair('RSA-OAEP-256', { extractable: true });
  const jwk = { ...(await jose.exportJWK(publicKey)), use: 'enc', alg: 'RSA-OAEP-256', kid: 'enc' };
  const client = await createClient({
    attributes: {
      'authorization.encrypted.response.alg': 'RSA-OAEP-256',
      'authorization.encrypted.response.enc': 'A256GCM',
      'use.jwks.string': 'true',
      'jwks.string': JSON.stringify({ keys: [jwk] }),
    },
  });
  oidc.useJwtResponseMode(client);
  oidc.enableDecryptingResponses(client, ['A256GCM'], { key: privateKey, alg: 'RSA-OAEP-256', kid: 'enc' });
  const { sent, checks } = await parameters();
  const callback = await enter(oidc.buildAuthorizationUrl(client, sent));
  expect((await oidc.authorizationCodeGrant(client, callback, checks)).id_token).toBeDefined();
});

test('RFC 9126 §2, §4: a pushed request is used once; a second use is refused on a page', async () => {
  const client = await createClient({ attributes: { 'require.pushed.authorization.requests': 'true' } });
  const { sent, checks } = await parameters();
  const url = await oidc.buildAuthorizationUrlWithPAR(client, sent);
  expect([...url.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri']);
  const callback = await enter(url);
  expect((await oidc.authorizationCodeGrant(client, callback, checks)).id_token).toBeDefined();
  const again = await new PlainBrowser().request(url.href);
  expect([again.status, again.headers.get('location')]).toEqual([400, null]);
});

test('RFC 9126 §2.3: an error in a pushed request is returned to the client immediately, and a client that must push is refused otherwise', async () => {
  const client = await createClient({ attributes: { 'require.pushed.authorization.requests': 'true' } });
  const { sent } = await parameters();
  const bad = oidc.buildAuthorizationUrlWithPAR(client, { ...sent, redirect_uri: 'http://evil.test/' });
  expect(await errorOf(bad)).toMatchObject({
    error: 'invalid_request',
    error_description: 'Invalid parameter: redirect_uri',
  });
  const callback = await enter(oidc.buildAuthorizationUrl(client, sent));
  expect(callback.searchParams.get('error_description')).toBe(
    'Pushed Authorization Request is only allowed.',
  );
});

/** A client that signs its requests, and its key. */
async function createSigningClient(attributes: Record<string, string> = {}) {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk: JsonWebKey = pair.publicKey.export({ format: 'jwk' });
  const client = await createClient({
    attributes: {
      'request.object.signature.alg': 'ES256',
      'use.jwks.string': 'true',
      'jwks.string': JSON.stringify({ keys: [{ ...jwk, use: 'sig', alg: 'ES256', kid: 'sig' }] }),
      ...attributes,
    },
  });
  const der = pair.privateKey.export({ format: 'der', type: 'pkcs8' });
  const key = await crypto.subtle.importKey('pkcs8', new Uint8Array(der), ES256, false, ['sign']);
  return { client, signer: { key, kid: 'sig' } };
}

test('RFC 9101 §5.1: a request object signed by openid-client is the request', async () => {
  const { client, signer } = await createSigningClient({ 'request.object.required': 'request only' });
  const { sent, checks } = await parameters();
  const callback = await enter(await oidc.buildAuthorizationUrlWithJAR(client, sent, signer));
  expect((await oidc.authorizationCodeGrant(client, callback, checks)).id_token).toBeDefined();
});

test('RFC 9101 §6.2: a request object signed with another key, and a request without a required one, are refused on a page', async () => {
  const { client } = await createSigningClient({ 'request.object.required': 'request or request_uri' });
  const foreign = await createSigningClient();
  const { sent } = await parameters();
  const forged = await oidc.buildAuthorizationUrlWithJAR(client, sent, foreign.signer);
  for (const url of [forged, oidc.buildAuthorizationUrl(client, sent)]) {
    const answer = await new PlainBrowser().request(url.href);
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  }
});

test('RFC 9101 §10.5 with RFC 9126 §3: a signed request object is pushed', async () => {
  const { client, signer } = await createSigningClient();
  const { sent, checks } = await parameters();
  const { searchParams } = await oidc.buildAuthorizationUrlWithJAR(client, sent, signer);
  const callback = await enter(await oidc.buildAuthorizationUrlWithPAR(client, searchParams));
  expect((await oidc.authorizationCodeGrant(client, callback, checks)).id_token).toBeDefined();
});

test('RFC 9101 §5.2: a request object is fetched from a registered request_uri and from no other', async () => {
  let fetched = 0;
  let object = '';
  const host = createServer((_request, response) => {
    fetched += 1;
    response.setHeader('content-type', 'application/oauth-authz-req+jwt').end(object);
  });
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const { client, signer } = await createSigningClient({ 'request.uris': `${address}/request.jwt` });
  const { sent, checks } = await parameters();
  object = (await oidc.buildAuthorizationUrlWithJAR(client, sent, signer)).searchParams.get('request') ?? '';
  const by = (path: string): URL =>
    oidc.buildAuthorizationUrl(client, { request_uri: `${address}${path}`, scope: 'openid' });
  expect((await new PlainBrowser().request(by('/other.jwt').href)).status).toBe(400);
  expect(fetched).toBe(0);
  const callback = await enter(by('/request.jwt'));
  expect((await oidc.authorizationCodeGrant(client, callback, checks)).id_token).toBeDefined();
  expect(fetched).toBe(1);
  host.close();
});

test('OIDC Core §5.5: the claims parameter returns a claim that no scope includes', async () => {
  const config = { 'id.token.claim': 'true', 'userinfo.token.claim': 'true' };
  const mapper = { protocol: 'openid-connect', protocolMapper: 'oidc-claims-param-token-mapper', config };
  const client = await createClient({ protocolMappers: [{ name: 'claims', ...mapper }] });
  const claims = JSON.stringify({ userinfo: { given_name: null }, id_token: { name: { essential: true } } });
  const { sent, checks } = await parameters({ scope: 'openid', claims });
  const callback = await enter(oidc.buildAuthorizationUrl(client, sent));
  const tokens = await oidc.authorizationCodeGrant(client, callback, checks);
  expect(tokens.claims()?.['name']).toBe(alice.name);
  const info = await oidc.fetchUserInfo(client, tokens.access_token, tokens.claims()?.sub ?? '');
  expect(info.given_name).toBe(alice.name.split(' ')[0]);
});
