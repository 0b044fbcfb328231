import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import type { AdminErrorWire } from '#protocol/contract/admin-api.ts';
import { startAdminServer } from '../testing/server.ts';

const PATH = '/admin/realms/shop/identity-provider/import-config';
const server = await startAdminServer();

const DOCUMENT = JSON.stringify({
  issuer: 'https://idp.test',
  authorization_endpoint: 'https://idp.test/auth',
  token_endpoint: 'https://idp.test/token',
  jwks_uri: 'https://idp.test/keys',
});
const LARGE = `{"a":"${'x'.repeat(1_100_000)}"}`;
const CONFIG = {
  issuer: 'https://idp.test',
  authorizationUrl: 'https://idp.test/auth',
  tokenUrl: 'https://idp.test/token',
  jwksUrl: 'https://idp.test/keys',
  validateSignature: 'true',
  useJwksUrl: 'true',
};

/** What a provider answers at a path. */
const ANSWERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/good': (response) => response.end(DOCUMENT),
  '/html': (response) => response.end('<html>'),
  '/large': (response) => response.end(LARGE),
  '/elsewhere': (response) => response.writeHead(302, { location: '/good' }).end(),
  '/gone': (response) => response.destroy(),
};

const provider = createServer((request: IncomingMessage, response) => {
  const answer = ANSWERS[request.url ?? ''];
  if (answer === undefined) response.writeHead(404).end();
  else answer(response);
});
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
const at = (path: string) => `http://127.0.0.1:${(provider.address() as AddressInfo).port}${path}`;
after(async () => {
  provider.closeAllConnections();
  provider.close();
  await server.stop();
});

const importFrom = <Body = Readonly<Record<string, string>>>(body: unknown) =>
  server.call<Body>('POST', PATH, { body });

test('Keycloak: settings are read from the discovery document at an address', async () => {
  for (const providerId of ['oidc', 'keycloak-oidc']) {
    const { status, body } = await importFrom({ providerId, fromUrl: at('/good') });
    assert.equal(status, 200);
    assert.deepEqual(body, { ...CONFIG, metadataDescriptorUrl: at('/good') });
  }
  const { records } = server.activity.list({});
  const call = records.find(({ title }) => title === 'Description of an identity provider');
  assert.deepEqual([call?.outcome, call?.call], ['accepted', 'broker-metadata']);
});

async function upload(fields: Readonly<Record<string, string>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.set(name, name === 'file' ? new Blob([value]) : value);
  const headers = { authorization: `Bearer ${server.token}` };
  const response = await fetch(`${server.baseUrl}${PATH}`, { method: 'POST', headers, body: form });
  return { status: response.status, body: (await response.json()) as AdminErrorWire };
}

test('Keycloak: settings are read from an uploaded file, with a sync mode', async () => {
  const { status, body } = await upload({ providerId: 'oidc', file: DOCUMENT });
  assert.equal(status, 200);
  assert.deepEqual(body, { ...CONFIG, syncMode: 'LEGACY' });
});

test('bad input: what cannot be read is 400 and names the member', async () => {
  for (const [body, message] of [
    [{}, /providerId is missing/],
    [{ providerId: 'oidc' }, /fromUrl is missing/],
    [{ providerId: 7, fromUrl: at('/good') }, /providerId is missing/],
    [{ providerId: 'github', fromUrl: at('/good') }, /"github"; send one of oidc/],
    [{ providerId: 'oidc', fromUrl: 'file:///etc/passwd' }, /fromUrl is not an http/],
    [{ providerId: 'oidc', fromUrl: 'data:,{}' }, /fromUrl is not an http/],
    [{ providerId: 'oidc', fromUrl: at('/nowhere') }, /answered 404/],
    [{ providerId: 'oidc', fromUrl: at('/elsewhere') }, /answered 302/],
    [{ providerId: 'oidc', fromUrl: at('/gone') }, /could not be reached/],
    [{ providerId: 'oidc', fromUrl: at('/html') }, /not JSON/],
    [
      { providerId: 'oidc', fromUrl: at('/large') },
      /answered 200: The response is larger than 1048576 bytes/,
    ],
    [
      { providerId: 'saml', fromUrl: at('/large') },
      /answered 200: The response is larger than 1048576 bytes/,
    ],
  ] as const) {
    const answer = await importFrom<AdminErrorWire>(body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.match(answer.body.errorMessage ?? answer.body.error ?? '', message);
  }
  for (const body of [[], 'x', null]) assert.ok([400, 415].includes((await importFrom(body)).status));
});

test('bad input: an upload without its members is 400', async () => {
  for (const [fields, message] of [
    [{}, /providerId is missing/],
    [{ providerId: 'oidc' }, /file is missing/],
    [{ providerId: 'oidc', file: '{' }, /not JSON/],
    [{ providerId: 'oidc', file: LARGE }, /^file: the document is larger than 1048576 bytes \(1 MiB\)$/],
    [{ providerId: 'saml', file: LARGE }, /^file: the document is larger than 1048576 bytes \(1 MiB\)$/],
  ] as const) {
    const { status, body } = await upload(fields);
    assert.equal(status, 400);
    assert.match(body.errorMessage ?? body.error ?? '', message);
  }
});
