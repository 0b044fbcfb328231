import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const { createdId } = await server.call('POST', '/admin/realms/shop/clients', {
  body: { clientId: 'wiki', protocol: 'saml' },
});
const at = (id: string, client = createdId): string =>
  `/admin/realms/shop/clients/${client}/installation/providers/${id}`;
const load = (path: string, token = server.token) =>
  fetch(server.baseUrl + path, { headers: { authorization: `Bearer ${token}` } });

test('Keycloak SAML installers: the file has its media type and name', async () => {
  const answer = await load(at('saml-sp-descriptor'));
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/xml');
  assert.match(answer.headers.get('content-disposition') ?? '', /filename="sp-metadata.xml"/);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.match(await answer.text(), /entityID="wiki"/);
});

for (const [name, path, status, expected] of [
  ['an unknown kind', at('docker-v3-compose-yaml'), 404, /Unknown Provider; use one of: keycloak-oidc/],
  ['an inherited property name', at('constructor'), 404, /Unknown Provider/],
  ['an unknown client', at('saml-sp-descriptor', 'none'), 404, /Could not find client/],
  [
    'a kind of another protocol',
    at('keycloak-oidc-keycloak-json'),
    400,
    /is for clients of protocol openid-connect; wiki has protocol saml/,
  ],
] as const) {
  test(`Keycloak SAML installers: ${name} is ${status}`, async () => {
    const refused = await load(path);
    assert.equal(refused.status, status);
    assert.match(await refused.text(), expected);
  });
}

test('Keycloak SAML installers: files contain private keys, so permission to view clients is not enough', async () => {
  const token = await server.tokenOf('shop', 'viewer');
  assert.equal((await load(at('saml-sp-descriptor'), token)).status, 403);
});
