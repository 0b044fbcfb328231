import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const SERVICE_PROVIDER = `<md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://sp.test/acs" index="0"/></md:SPSSODescriptor>`;
/** SAML metadata of one entity. */
const metadata = (entityId: string, content: string): string =>
  `<md:EntityDescriptor xmlns:md="${METADATA}" entityID="${entityId}">${content}</md:EntityDescriptor>`;
const PATH = '/admin/realms/shop/client-description-converter';
const send = (text: string, token?: string, query = '') =>
  server.call<ClientRepresentation>('POST', PATH + query, {
    body: text,
    headers: { 'content-type': 'text/plain' },
    ...(token === undefined ? {} : { token }),
  });

for (const [name, text, expected] of [
  ['an empty body', ' ', /The body is empty/],
  ['plain text', 'hello', /Unsupported format; send one of: .*SAML.*, a client as JSON/],
  ['other JSON', '{"realm":"x"}', /Unsupported format/],
  ['broken JSON', '{"clientId":', /Unsupported format/],
  ['a client with a member of the wrong type', '{"clientId":"x","enabled":"yes"}', /enabled must be/],
  ['a client without an ID', '{"clientId":""}', /clientId is missing/],
  ['metadata without a service provider', metadata('', ''), /SPSSODescriptor|service provider/],
] as const) {
  test(`Keycloak SAML installers: ${name} is rejected, naming the supported formats`, async () => {
    const refused = await send(text);
    assert.equal(refused.status, 400);
    assert.match(JSON.stringify(refused.body), expected);
  });
}

test('Keycloak SAML installers: a description is converted to a client, which is not created', async () => {
  const converted = await send(metadata('https://sp.test/', SERVICE_PROVIDER));
  assert.equal(converted.status, 200);
  assert.equal(converted.body.clientId, 'https://sp.test/');
  assert.equal(converted.body.protocol, 'saml');
  const registered = await send('{"client_name":"Shop","redirect_uris":["https://shop.test/cb"]}');
  assert.deepEqual(registered.body.redirectUris, ['https://shop.test/cb']);
  const json = await send('{"clientId":"till-3","futureMember":[1]}');
  assert.deepEqual(json.body, { clientId: 'till-3', futureMember: [1] });
  const { body } = await server.call('GET', '/admin/realms/shop/clients?clientId=till-3');
  assert.deepEqual(body, []);
});

test('Keycloak SAML installers: of metadata with several service providers the caller selects one by its client ID', async () => {
  const both = `<md:EntitiesDescriptor xmlns:md="${METADATA}">${metadata('https://a.test/', SERVICE_PROVIDER)}${metadata('https://b.test/', SERVICE_PROVIDER)}</md:EntitiesDescriptor>`;
  const chosen = await send(both, undefined, '?clientId=https%3A%2F%2Fb.test%2F');
  assert.equal(chosen.body.clientId, 'https://b.test/');
  assert.equal((await send(both, undefined, '?clientId=https%3A%2F%2Fc.test%2F')).status, 400);
});

test('Keycloak SAML installers: users who may only view clients cannot convert descriptions', async () => {
  assert.equal(
    (await send(metadata('https://sp.test/', SERVICE_PROVIDER), await server.tokenOf('shop', 'viewer')))
      .status,
    403,
  );
});
