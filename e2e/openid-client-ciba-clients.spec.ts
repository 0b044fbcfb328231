import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import * as jose from 'jose';
import * as oidc from 'openid-client';
import type { IdentityProvider } from '#fixtures/test/identity-provider.ts';
import { createBindingMessage, discoverClient, pollAnswered, refusalOf } from './support/ciba.ts';
import { secretOf } from './support/clients.ts';
import { realmOf } from './support/kit.ts';
import { ROOT, startServer, type TestServer } from './support/server.ts';
import { DEMO_IDENTITY, fetchOverTls } from './support/tls.ts';

let server: TestServer;
let idp: IdentityProvider;
let key: jose.CryptoKey;
let secureIssuer: URL;

test.beforeAll(async () => {
  server = await startServer({ args: ['--https-port=0'] });
  idp = await realmOf(server);
  await expect.poll(server.output).toMatch(/Listening on: https:/);
  secureIssuer = new URL(`${/Listening on: (https:\S+)/.exec(server.output())?.[1]}/realms/demo`);
  const pem = await readFile(join(ROOT, 'fixtures/keys/demo-jwt.private.pem'), 'utf8');
  key = await jose.importPKCS8(pem, 'RS256');
  for (const clientId of ['demo-secret-jwt', 'demo-private-key-jwt', 'demo-tls'])
    await idp.client(clientId, { attributes: { 'oidc.ciba.grant.enabled': 'true' } });
});
test.afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

/** From the request to the tokens. */
async function runCircle(client: oidc.Configuration): Promise<oidc.IDToken | undefined> {
  const message = createBindingMessage();
  const request = await oidc.initiateBackchannelAuthentication(client, {
    scope: 'openid',
    login_hint: 'bob',
    binding_message: message,
  });
  await idp.device.approve({ bindingMessage: message });
  return (await pollAnswered(client, request)).claims();
}

const METHODS: readonly (readonly [string, string, () => oidc.ClientAuth])[] = [
  ['client_secret_post', 'demo-ciba', () => oidc.ClientSecretPost(secretOf('demo-ciba'))],
  ['client_secret_basic', 'demo-ciba', () => oidc.ClientSecretBasic(secretOf('demo-ciba'))],
  ['client_secret_jwt', 'demo-secret-jwt', () => oidc.ClientSecretJwt(secretOf('demo-secret-jwt'))],
  ['private_key_jwt', 'demo-private-key-jwt', () => oidc.PrivateKeyJwt({ key, kid: 'demo-jwt' })],
];

for (const [method, clientId, authentication] of METHODS) {
  test(`CIBA §7.1: a client that authenticates by ${method} sends a request, polls and gets tokens`, async () => {
    const client = await discoverClient(server.url, clientId, authentication());
    expect(await runCircle(client)).toMatchObject({ preferred_username: 'bob', aud: clientId });
  });
}

test('RFC 8705 §2.2: a client that authenticates by its certificate sends a request, polls and gets tokens over HTTPS', async () => {
  const metadata = { use_mtls_endpoint_aliases: true };
  const client = await oidc.discovery(secureIssuer, 'demo-tls', metadata, oidc.TlsClientAuth(), {
    [oidc.customFetch]: fetchOverTls(server.dataDir, DEMO_IDENTITY),
  });
  expect(client.serverMetadata().mtls_endpoint_aliases?.['backchannel_authentication_endpoint']).toBe(
    `${secureIssuer}/protocol/openid-connect/ext/ciba/auth`,
  );
  expect(await runCircle(client)).toMatchObject({ preferred_username: 'bob', aud: 'demo-tls' });
});

test('RFC 8705 §2: without the certificate, no prompt appears', async () => {
  const client = await oidc.discovery(secureIssuer, 'demo-tls', undefined, oidc.TlsClientAuth(), {
    [oidc.customFetch]: fetchOverTls(server.dataDir, undefined),
  });
  const asked = oidc.initiateBackchannelAuthentication(client, { scope: 'openid', login_hint: 'bob' });
  expect((await refusalOf(asked)).status).toBe(401);
});

test('CIBA §7.1: an assertion signed with another key than the client’s is refused with 401', async () => {
  const { privateKey } = await jose.generateKeyPair('RS256');
  const authentication = oidc.PrivateKeyJwt({ key: privateKey, kid: 'demo-jwt' });
  const client = await discoverClient(server.url, 'demo-private-key-jwt', authentication);
  const asked = oidc.initiateBackchannelAuthentication(client, { scope: 'openid', login_hint: 'bob' });
  expect(await refusalOf(asked)).toMatchObject({ status: 401, error: 'invalid_client' });
});

/** The client with signed request objects, and the issuer as their audience. */
async function signer(): Promise<{ client: oidc.Configuration; issuer: string }> {
  const authentication = oidc.PrivateKeyJwt({ key, kid: 'demo-jwt' });
  const client = await discoverClient(server.url, 'demo-private-key-jwt', authentication);
  return { client, issuer: client.serverMetadata().issuer };
}

function objectOf(
  issuer: string,
  parameters: Readonly<Record<string, unknown>>,
  header: jose.JWTHeaderParameters = { alg: 'RS256', kid: 'demo-jwt' },
): jose.SignJWT {
  return new jose.SignJWT({ scope: 'openid', login_hint: 'carol', ...parameters })
    .setProtectedHeader(header)
    .setIssuer('demo-private-key-jwt')
    .setAudience(issuer)
    .setIssuedAt()
    .setNotBefore('0s')
    .setExpirationTime('1m')
    .setJti(createBindingMessage());
}

test('CIBA §7.1.1: a signed request is accepted, and the prompt shows its content', async () => {
  const { client, issuer } = await signer();
  const message = createBindingMessage();
  const object = await objectOf(issuer, { binding_message: message }).sign(key);
  const request = await oidc.initiateBackchannelAuthentication(client, { request: object });
  const prompt = await idp.device.approve({ bindingMessage: message });
  expect(prompt).toMatchObject({ clientId: 'demo-private-key-jwt', username: 'carol' });
  expect((await pollAnswered(client, request)).claims()?.['preferred_username']).toBe('carol');
});

interface BadObject {
  readonly which: string;
  make(issuer: string): Promise<string>;
}

const BAD_OBJECTS: readonly BadObject[] = [
  {
    which: 'without a signature',
    make: async (issuer) =>
      new jose.UnsecuredJWT({ scope: 'openid', login_hint: 'carol' })
        .setIssuer('demo-private-key-jwt')
        .setAudience(issuer)
        .setExpirationTime('1m')
        .encode(),
  },
  {
    which: 'whose user was changed after signing',
    make: async (issuer) => {
      const [header, payload = '', signature] = (await objectOf(issuer, {}).sign(key)).split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
      const changed = Buffer.from(JSON.stringify({ ...claims, login_hint: 'alice' })).toString('base64url');
      return `${header}.${changed}.${signature}`;
    },
  },
  {
    which: 'signed with another key than the client’s',
    make: async (issuer) => objectOf(issuer, {}).sign((await jose.generateKeyPair('RS256')).privateKey),
  },
  {
    which: 'signed with a secret (CIBA §7.1.1: asymmetric only)',
    make: async (issuer) =>
      objectOf(issuer, {}, { alg: 'HS256' }).sign(
        new TextEncoder().encode('a-secret-of-at-least-thirty-two-bytes'),
      ),
  },
  { which: 'of another issuer', make: (issuer) => objectOf(issuer, {}).setIssuer('demo-ciba').sign(key) },
  { which: 'that has expired', make: (issuer) => objectOf(issuer, {}).setExpirationTime('-1m').sign(key) },
  { which: 'that is not a token', make: async () => '"><script>' },
];

for (const { which, make } of BAD_OBJECTS) {
  test(`CIBA §7.1.1: a request object ${which} is refused, and no prompt appears`, async () => {
    const { client, issuer } = await signer();
    const before = (await idp.device.state()).pending.length;
    const request = await make(issuer);
    const refusal = await refusalOf(oidc.initiateBackchannelAuthentication(client, { request }));
    expect(refusal).toMatchObject({ status: 400, error: 'invalid_request' });
    expect(String(refusal.description)).not.toContain('<script>');
    expect((await idp.device.state()).pending.length).toBe(before);
  });
}

test('CIBA §7.1.1: if the client’s algorithm is fixed, another one is refused', async () => {
  const { client, issuer } = await signer();
  const attribute = 'ciba.backchannel.auth.request.signing.alg';
  await idp.client('demo-private-key-jwt', { attributes: { [attribute]: 'PS256' } });
  const asked = oidc.initiateBackchannelAuthentication(client, {
    request: await objectOf(issuer, {}).sign(key),
  });
  expect(await refusalOf(asked)).toMatchObject({ status: 400, error: 'invalid_request' });
  await idp.client('demo-private-key-jwt', { attributes: { [attribute]: '' } });
});
