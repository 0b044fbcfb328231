import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createCertifiedKeyPair } from '#protocol/crypto/certified-key-pair.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const BASE = '/admin/realms/shop/identity-provider';

for (const [alias, providerId] of [
  ['corporate', 'saml'],
  ['partner', 'oidc'],
  ['hub', 'github'],
  ['odd', 'constructor'],
] as const)
  await server.call('POST', `${BASE}/instances`, { body: { alias, providerId } });

test('Keycloak: types of identity providers are known by their provider ID, others are 400', async () => {
  const { body } = await server.call('GET', `${BASE}/providers/keycloak-oidc`);
  assert.deepEqual(body, { id: 'keycloak-oidc', name: 'Keycloak OpenID Connect' });
  for (const unknown of ['none', 'toString'])
    assert.equal((await server.call('GET', `${BASE}/providers/${unknown}`)).status, 400);
});

test('Keycloak: the types of mappers are those of the provider’s protocol', async () => {
  const typesOf = async (alias: string) => {
    const { body } = await server.call<Record<string, { id: string; properties: { name: string }[] }>>(
      'GET',
      `${BASE}/instances/${alias}/mapper-types`,
    );
    for (const [id, type] of Object.entries(body)) assert.equal(type.id, id);
    return body;
  };
  const saml = await typesOf('corporate');
  assert.ok('saml-username-idp-mapper' in saml && !('oidc-username-idp-mapper' in saml));
  const oidc = await typesOf('partner');
  assert.deepEqual(
    oidc['oidc-user-attribute-idp-mapper']?.properties.map(({ name }) => name),
    ['claim', 'user.attribute'],
  );
  assert.deepEqual(Object.keys(await typesOf('hub')), [
    ...Object.keys(await typesOf('odd')),
    'oidc-username-idp-mapper',
    'github-user-attribute-mapper',
  ]);
});

test('Keycloak: reload-keys says that no keys were loaded', async () => {
  assert.equal((await server.call('GET', `${BASE}/instances/partner/reload-keys`)).body, false);
  for (const path of ['reload-keys', 'mapper-types'])
    assert.equal((await server.call('GET', `${BASE}/instances/none/${path}`)).status, 404);
});

async function upload(fields: Readonly<Record<string, string>>): Promise<{ status: number; body: unknown }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.set(name, name === 'file' ? new Blob([value]) : value);
  const headers = { authorization: `Bearer ${server.token}` };
  const response = await fetch(`${server.baseUrl}${BASE}/upload-certificate`, {
    method: 'POST',
    headers,
    body: form,
  });
  return { status: response.status, body: await response.json() };
}

test('Keycloak: an uploaded certificate is returned as the text of the setting', async () => {
  const { certificate } = await createCertifiedKeyPair('idp', Date.now());
  const file = `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`;
  const { status, body } = await upload({ keystoreFormat: 'Certificate PEM', file });
  assert.deepEqual([status, body], [200, { certificate }]);
});

test('bad input: an upload without a certificate is 400 and says why', async () => {
  for (const fields of [
    {},
    { keystoreFormat: 'Certificate PEM' },
    { keystoreFormat: 'Certificate PEM', file: 'x' },
    { keystoreFormat: 'JKS', file: '\u{feed}' },
  ])
    assert.equal((await upload(fields as Record<string, string>)).status, 400, JSON.stringify(fields));
});

test('Keycloak: export is the SAML metadata of this server for a SAML provider, and 204 for others', async () => {
  const answer = await fetch(`${server.baseUrl}${BASE}/instances/corporate/export?format=xml`, {
    headers: { authorization: `Bearer ${server.token}` },
  });
  assert.equal(answer.headers.get('content-type'), 'application/xml;charset=UTF-8');
  const text = await answer.text();
  assert.match(text, /<md:SPSSODescriptor/);
  assert.ok(text.includes(`${server.baseUrl}/realms/shop/broker/corporate/endpoint`));
  assert.equal((await server.call('GET', `${BASE}/instances/partner/export`)).status, 204);
  assert.equal((await server.call('GET', `${BASE}/instances/none/export`)).status, 404);
});
