import { expect, test } from '@playwright/test';
import * as oidc from 'openid-client';
import { person } from './support/clients.ts';
import { startServer, type TestServer } from './support/server.ts';
import { type ClientIdentity, DEMO_IDENTITY, fetchOverTls } from './support/tls.ts';

let server: TestServer;
let issuer: URL;
const alice = person('alice');

test.beforeAll(async () => {
  server = await startServer({ args: ['--https-port=0'] });
  await expect.poll(server.output).toMatch(/Listening on: https:/);
  issuer = new URL(`${/Listening on: (https:\S+)/.exec(server.output())?.[1]}/realms/demo`);
});
test.afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

function discover(shows?: ClientIdentity): Promise<oidc.Configuration> {
  const metadata = { use_mtls_endpoint_aliases: true };
  return oidc.discovery(issuer, 'demo-tls', metadata, oidc.TlsClientAuth(), {
    [oidc.customFetch]: fetchOverTls(server.dataDir, shows),
  });
}

const password = { username: alice.username, password: alice.password, scope: 'openid' };

test('RFC 8705 §2.2: openid-client authenticates by its self-signed certificate', async () => {
  const client = await discover(DEMO_IDENTITY);
  expect(client.serverMetadata().mtls_endpoint_aliases?.['token_endpoint']).toBe(
    `${issuer}/protocol/openid-connect/token`,
  );
  const tokens = await oidc.clientCredentialsGrant(client);
  expect(tokens.expires_in).toBe(300);
});

test('RFC 8705 §3: its tokens are rejected without the certificate', async () => {
  const client = await discover(DEMO_IDENTITY);
  const tokens = await oidc.genericGrantRequest(client, 'password', password);
  const subject = tokens.claims()?.sub ?? '';
  expect((await oidc.fetchUserInfo(client, tokens.access_token, subject)).email).toBe(alice.email);
  expect(await oidc.tokenIntrospection(client, tokens.access_token)).toMatchObject({
    active: true,
    cnf: { 'x5t#S256': expect.stringMatching(/^[\w-]{43}$/) },
  });
  const thief = await discover();
  await expect(oidc.fetchUserInfo(thief, tokens.access_token, subject)).rejects.toMatchObject({
    status: 401,
  });
  await expect(oidc.refreshTokenGrant(thief, tokens.refresh_token ?? '')).rejects.toMatchObject({
    status: 401,
  });
  const fresh = await oidc.refreshTokenGrant(client, tokens.refresh_token ?? '');
  expect(fresh.claims()?.sub).toBe(subject);
});

test('RFC 8705 §2: without the certificate the client is refused', async () => {
  await expect(oidc.clientCredentialsGrant(await discover())).rejects.toMatchObject({
    error: 'invalid_client',
    status: 401,
  });
});
