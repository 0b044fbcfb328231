import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { CertificateWire, ClientCertificateRepresentation } from '#protocol/contract/admin-api.ts';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { createCertifiedKeyPair } from '#protocol/crypto/certified-key-pair.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const { createdId } = await server.call('POST', '/admin/realms/shop/clients', {
  body: { clientId: 'wiki', protocol: 'saml', attributes: { 'saml.client.signature': 'false' } },
});
const CLIENT = `/admin/realms/shop/clients/${createdId}`;
const describe = (text: string, token = server.token) =>
  server.call<readonly CertificateWire[]>('POST', '/emulator/v1/certificates', {
    body: text,
    headers: { 'content-type': 'text/plain' },
    token,
  });

test('Keycloak client certificates: a new key pair is stored with the client and returned once to the caller', async () => {
  const before = await server.call('GET', `${CLIENT}/certificates/saml.encryption`);
  assert.deepEqual([before.status, before.body], [200, {}]);
  const made = await server.call<ClientCertificateRepresentation>(
    'POST',
    `${CLIENT}/certificates/saml.encryption/generate`,
  );
  assert.equal(made.status, 200);
  const { body: client } = await server.call<ClientRepresentation>('GET', CLIENT);
  assert.equal(client.attributes?.['saml.encryption.certificate'], made.body.certificate);
  assert.equal(client.attributes?.['saml.encryption.private.key'], made.body.privateKey);
  const again = await server.call('POST', `${CLIENT}/certificates/saml.encryption/generate`);
  assert.notDeepEqual(again.body, made.body);
});

test('Keycloak client certificates: a viewer sees the certificate and cannot create one', async () => {
  const token = await server.tokenOf('shop', 'viewer');
  const seen = await server.call('GET', `${CLIENT}/certificates/saml.encryption`, { token });
  assert.deepEqual(Object.keys(seen.body as object), ['certificate']);
  const path = `${CLIENT}/certificates/saml.encryption/generate`;
  assert.equal((await server.call('POST', path, { token })).status, 403);
});

test('Keycloak client certificates: other attribute names are 404', async () => {
  for (const name of ['secret', 'saml.signing.private', 'constructor'])
    for (const [method, path] of [
      ['GET', name],
      ['POST', `${name}/generate`],
    ] as const) {
      const refused = await server.call(method, `${CLIENT}/certificates/${path}`);
      assert.equal(refused.status, 404, path);
      assert.match(JSON.stringify(refused.body), /saml\.signing, saml\.encryption/);
    }
});

test('a certificate is described in words, and anything else is rejected with the reason', async () => {
  const made = await server.call<ClientCertificateRepresentation>(
    'POST',
    `${CLIENT}/certificates/saml.signing/generate`,
  );
  const described = await describe(made.body.certificate ?? '');
  assert.equal(described.status, 200);
  assert.deepEqual(
    described.body.map(({ subject, key, validFrom }) => [subject, key, validFrom]),
    [['CN=wiki', 'RSA 2048', server.clock.now()]],
  );
  const refused = await describe('hello!');
  assert.deepEqual(
    [refused.status, refused.body],
    [400, { errorMessage: 'This is not an X.509 certificate: it is neither PEM nor base64' }],
  );
  assert.equal((await describe(made.body.privateKey ?? '')).status, 400);
  assert.equal((await describe('', 'nobody')).status, 401);
});

async function upload(way: string, fields: Readonly<Record<string, string>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const response = await fetch(`${server.baseUrl}${CLIENT}/certificates/saml.signing/${way}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}` },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

test('Keycloak client certificates: an uploaded certificate replaces the key pair', async () => {
  const { certificate } = await createCertifiedKeyPair('wiki', Date.now());
  const file = `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----`;
  for (const way of ['upload', 'upload-certificate']) {
    await server.call('POST', `${CLIENT}/certificates/saml.signing/generate`);
    const { status, body } = await upload(way, { keystoreFormat: 'Certificate PEM', file });
    assert.deepEqual([status, body], [200, { certificate }]);
    assert.deepEqual((await server.call('GET', `${CLIENT}/certificates/saml.signing`)).body, { certificate });
  }
});

test('bad input: key stores, other formats and files without a certificate are 400 and name the remedy', async () => {
  for (const [fields, remedy] of [
    [{ keystoreFormat: 'JKS', file: 'x' }, /keytool -exportcert -rfc/],
    [{ keystoreFormat: 'PKCS12', file: 'x' }, /Certificate PEM/],
    [{ keystoreFormat: 'JSON Web Key Set', file: '{}' }, /jwks\.string/],
    [{ keystoreFormat: 'Certificate PEM', file: 'x' }, /not an X\.509 certificate/],
    [{ keystoreFormat: 'Certificate PEM' }, /file is missing/],
  ] as const) {
    const { status, body } = await upload('upload', fields);
    assert.equal(status, 400);
    assert.match(body['errorMessage'] ?? '', remedy);
  }
  const text = await server.call('POST', `${CLIENT}/certificates/saml.signing/upload`, { body: 'x' });
  assert.equal(text.status, 415);
});
