import { generateKeyPairSync } from 'node:crypto';
import KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import { expect, test } from '@playwright/test';
import * as jose from 'jose';
import * as oidc from 'openid-client';
import { CALLBACK, person } from './support/clients.ts';
import { createFolder, startServer, type TestServer } from './support/server.ts';
import { PlainBrowser, signIn } from './support/sign-in.ts';

const dataDir = createFolder();
const alice = person('alice');
const SECRET = 'tokens-secret';
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

let server: TestServer;
let admin: KeycloakAdminClient;

/** A second start uses the same URL as the first, because tokens contain the issuer. */
async function start(): Promise<void> {
  const args = server === undefined ? [] : [`--http-port=${new URL(server.url).port}`];
  server = await startServer({ dataDir, args });
  admin = new KeycloakAdminClient({ baseUrl: server.url, realmName: 'master' });
  await admin.auth({ grantType: 'password', clientId: 'admin-cli', username: 'admin', password: 'admin' });
  admin.setConfig({ realmName: 'demo' });
}

test.beforeAll(() => start());
test.afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

/** A confidential client with these attributes, and its openid-client configuration. */
async function createClient(
  clientId: string,
  attributes: Record<string, string>,
  metadata: Partial<oidc.ClientMetadata> = {},
  representation: object = {},
): Promise<oidc.Configuration> {
  await admin.clients.create({
    clientId,
    publicClient: false,
    secret: SECRET,
    redirectUris: [CALLBACK],
    directAccessGrantsEnabled: true,
    attributes,
    ...representation,
  });
  return discover(clientId, metadata);
}

function discover(
  clientId: string,
  metadata: Partial<oidc.ClientMetadata> = {},
): Promise<oidc.Configuration> {
  const issuer = new URL(`${server.url}/realms/demo`);
  return oidc.discovery(issuer, clientId, { client_secret: SECRET, ...metadata }, undefined, {
    execute: [oidc.allowInsecureRequests],
  });
}

async function codeFlow(
  client: oidc.Configuration,
  scope = 'openid profile email',
  options: { DPoP?: oidc.DPoPHandle } = {},
) {
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  const checks = { expectedState: oidc.randomState(), expectedNonce: oidc.randomNonce(), pkceCodeVerifier };
  const url = oidc.buildAuthorizationUrl(client, {
    redirect_uri: CALLBACK,
    scope,
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...(options.DPoP === undefined ? {} : { dpop_jkt: await options.DPoP.calculateThumbprint() }),
  });
  const callback = await signIn(new PlainBrowser(), url, alice.username, alice.password);
  return oidc.authorizationCodeGrant(client, callback, checks, undefined, options);
}

/** The error of a refused library call. */
async function refusal(call: Promise<unknown>): Promise<{ error: unknown; description: unknown }> {
  return call.then(
    () => ({ error: 'accepted', description: undefined }),
    (error) => ({ error: error.error ?? error.code, description: error.error_description }),
  );
}

for (const algorithm of ALGORITHMS) {
  test(`RFC 7518 §3.1: openid-client and jose verify ID and access token signed with ${algorithm}`, async () => {
    const client = await createClient(
      `alg-${algorithm}`,
      { 'id.token.signed.response.alg': algorithm, 'access.token.signed.response.alg': algorithm },
      { id_token_signed_response_alg: algorithm },
    );
    oidc.enableNonRepudiationChecks(client);
    const tokens = await codeFlow(client);
    expect(tokens.claims()?.['preferred_username']).toBe('alice');
    const jwks = jose.createRemoteJWKSet(new URL(client.serverMetadata().jwks_uri ?? ''));
    const { protectedHeader } = await jose.jwtVerify(tokens.access_token, jwks);
    expect(protectedHeader.alg).toBe(algorithm);
  });
}

test('OIDC Core §10.2: openid-client decrypts an ID token that is encrypted for its key', async () => {
  const { publicKey, privateKey } = await jose.generateKeyPair('RSA-OAEP-256', { extractable: true });
  const jwk = { ...(await jose.exportJWK(publicKey)), use: 'enc', alg: 'RSA-OAEP-256', kid: 'enc-1' };
  const client = await createClient('encrypted', {
    'id.token.encrypted.response.alg': 'RSA-OAEP-256',
    'id.token.encrypted.response.enc': 'A256GCM',
    'use.jwks.string': 'true',
    'jwks.string': JSON.stringify({ keys: [jwk] }),
  });
  oidc.enableDecryptingResponses(client, ['A256GCM'], { key: privateKey, alg: 'RSA-OAEP-256', kid: 'enc-1' });
  const tokens = await codeFlow(client);
  expect(tokens.id_token?.split('.')).toHaveLength(5);
  expect(tokens.claims()?.sub).toBeTruthy();
});

test('OIDC Core §5.3.2: openid-client reads signed userinfo, and encrypted userinfo around it', async () => {
  const { publicKey, privateKey } = await jose.generateKeyPair('ECDH-ES', { extractable: true });
  const jwk = { ...(await jose.exportJWK(publicKey)), use: 'enc', alg: 'ECDH-ES', kid: 'enc-2' };
  const attributes = { 'user.info.response.signature.alg': 'PS256' };
  const metadata = { userinfo_signed_response_alg: 'PS256' };
  const signed = await createClient('signed-userinfo', attributes, metadata);
  const encrypted = await createClient(
    'encrypted-userinfo',
    {
      ...attributes,
      'user.info.encrypted.response.alg': 'ECDH-ES',
      'use.jwks.string': 'true',
      'jwks.string': JSON.stringify({ keys: [jwk] }),
    },
    metadata,
  );
  oidc.enableDecryptingResponses(encrypted, ['A128CBC-HS256'], {
    key: privateKey,
    alg: 'ECDH-ES',
    kid: 'enc-2',
  });
  for (const client of [signed, encrypted]) {
    oidc.enableNonRepudiationChecks(client);
    const tokens = await codeFlow(client);
    const info = await oidc.fetchUserInfo(client, tokens.access_token, tokens.claims()?.sub ?? '');
    expect(info.email).toBe(alice.email);
  }
});

test('RFC 9449 §5, §7: openid-client gets bound tokens, refreshes them and calls userinfo with proofs of its key', async () => {
  const client = await createClient('dpop', { 'dpop.bound.access.tokens': 'true' });
  const pair = await oidc.randomDPoPKeyPair('ES256');
  const DPoP = oidc.getDPoPHandle(client, pair);
  const tokens = await codeFlow(client, 'openid email', { DPoP });
  expect(tokens.token_type).toBe('dpop');
  const sub = tokens.claims()?.sub ?? '';
  expect((await oidc.fetchUserInfo(client, tokens.access_token, sub, { DPoP })).email).toBe(alice.email);
  const renewed = await oidc.refreshTokenGrant(client, tokens.refresh_token ?? '', undefined, { DPoP });
  expect(jose.decodeJwt(renewed.access_token)['cnf']).toEqual({ jkt: await DPoP.calculateThumbprint() });
  expect(await refusal(oidc.refreshTokenGrant(client, renewed.refresh_token ?? ''))).toEqual({
    error: 'invalid_dpop_proof',
    description: 'DPoP proof is missing',
  });
  const other = oidc.getDPoPHandle(client, await oidc.randomDPoPKeyPair('ES256'));
  const stolen = await refusal(oidc.fetchUserInfo(client, tokens.access_token, sub, { DPoP: other }));
  expect(stolen.error).not.toBe('accepted');
});

test('RFC 9449 §5: the refresh token of a public client works only with its key', async () => {
  await admin.clients.create({
    clientId: 'dpop-public',
    publicClient: true,
    redirectUris: [CALLBACK],
    attributes: { 'dpop.bound.access.tokens': 'true' },
  });
  const issuer = new URL(`${server.url}/realms/demo`);
  const client = await oidc.discovery(issuer, 'dpop-public', undefined, oidc.None(), {
    execute: [oidc.allowInsecureRequests],
  });
  const DPoP = oidc.getDPoPHandle(client, await oidc.randomDPoPKeyPair('EdDSA'));
  const tokens = await codeFlow(client, 'openid', { DPoP });
  const other = oidc.getDPoPHandle(client, await oidc.randomDPoPKeyPair('ES256'));
  const refused = await refusal(
    oidc.refreshTokenGrant(client, tokens.refresh_token ?? '', undefined, { DPoP: other }),
  );
  expect(refused.error).toBe('invalid_grant');
  const renewed = await oidc.refreshTokenGrant(client, tokens.refresh_token ?? '', undefined, { DPoP });
  expect(renewed.token_type).toBe('dpop');
});

test('OIDC Core §11: an offline token is refreshed after sign-out and after a restart', async () => {
  const before = await createClient('offline', {});
  const tokens = await codeFlow(before, 'openid offline_access');
  expect(jose.decodeJwt(tokens.refresh_token ?? '')['typ']).toBe('Offline');
  const user = (await admin.users.find({ username: 'alice', exact: true }))[0]?.id ?? '';
  const sessions = await admin.users.listSessions({ id: user });
  for (const { id } of sessions)
    await admin.realms.deleteSession({ realm: 'demo', session: id ?? '', isOffline: false });
  const uuid = (await admin.clients.find({ clientId: 'offline' }))[0]?.id ?? '';
  const offline = await admin.users.listOfflineSessions({ id: user, clientId: uuid });
  expect(offline.map(({ id }) => id)).toEqual([tokens.claims()?.['sid']]);
  await server.stop();
  await start();
  const after = await discover('offline');
  const renewed = await oidc.refreshTokenGrant(after, tokens.refresh_token ?? '');
  expect(
    (await oidc.fetchUserInfo(after, renewed.access_token, tokens.claims()?.sub ?? '')).sub,
  ).toBeTruthy();
  await oidc.tokenRevocation(after, renewed.refresh_token ?? '');
  expect(await refusal(oidc.refreshTokenGrant(after, renewed.refresh_token ?? ''))).toEqual({
    error: 'invalid_grant',
    description: 'Offline user session not found',
  });
});

test('RFC 8693 §2: openid-client exchanges a token for another audience', async () => {
  const audience = (name: string) => ({
    name: `for ${name}`,
    protocol: 'openid-connect',
    protocolMapper: 'oidc-audience-mapper',
    config: { 'included.client.audience': name, 'access.token.claim': 'true' },
  });
  await createClient('stock', {});
  const gateway = await createClient(
    'gateway',
    { 'standard.token.exchange.enabled': 'true' },
    {},
    {
      protocolMappers: [audience('stock'), audience('demo-api')],
    },
  );
  const front = await createClient('front', {}, {}, { protocolMappers: [audience('gateway')] });
  const { access_token } = await codeFlow(front);
  const parameters = {
    subject_token: access_token,
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    audience: 'stock',
  };
  const grant = 'urn:ietf:params:oauth:grant-type:token-exchange';
  const exchanged = await oidc.genericGrantRequest(gateway, grant, parameters);
  expect(jose.decodeJwt(exchanged.access_token)).toMatchObject({ aud: 'stock', azp: 'gateway' });
  expect(await refusal(oidc.genericGrantRequest(front, grant, parameters))).toMatchObject({
    error: 'invalid_request',
  });
});

test("realm-admin A8: with Keycloak's admin client a key is imported, signs, and is removed again", async () => {
  const client = await createClient('rotated', { 'id.token.signed.response.alg': 'RS256' });
  const before = await admin.realms.getKeys({ realm: 'demo' });
  const pem = String(
    generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
  );
  const { id } = await admin.components.create({
    name: 'imported',
    providerId: 'rsa',
    providerType: 'org.keycloak.keys.KeyProvider',
    config: { priority: ['1000'], privateKey: [pem], algorithm: ['RS256'] },
  });
  const imported = await admin.realms.getKeys({ realm: 'demo' });
  expect(imported.active?.['RS256']).not.toBe(before.active?.['RS256']);
  oidc.enableNonRepudiationChecks(client);
  const tokens = await codeFlow(client);
  expect(jose.decodeProtectedHeader(tokens.id_token ?? '').kid).toBe(imported.active?.['RS256']);
  const shown = await admin.components.findOne({ id });
  expect(shown?.config?.['privateKey']).toEqual(['**********']);
  await admin.components.update({ id }, { ...shown, config: { ...shown?.config, active: ['false'] } });
  const passive = await admin.realms.getKeys({ realm: 'demo' });
  expect(passive.active?.['RS256']).toBe(before.active?.['RS256']);
  expect(
    (await oidc.fetchUserInfo(client, tokens.access_token, tokens.claims()?.sub ?? '')).sub,
  ).toBeTruthy();
  await admin.components.del({ id });
  expect(await admin.components.findOne({ id })).toBeNull();
});
