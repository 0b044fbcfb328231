// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's URL placeholders have this form
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientRepresentation, RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { clientForKeycloak } from './client-rules.ts';
import { createFindings } from './findings.ts';

function write(members: Partial<ClientRepresentation>, realm: Partial<RealmRepresentation> = {}) {
  const { report, list } = createFindings();
  const attributes = { 'post.logout.redirect.uris': '+', ...members.attributes };
  const client = clientForKeycloak(
    { clientId: 'shop', ...members, attributes },
    { realm: 'r', ...realm },
    { path: 'clients[0]', report },
  );
  return { client, paths: list().map(({ path }) => path.replace('clients[0].', '')) };
}

test('Keycloak import: a valid client stays as it is', () => {
  const members = {
    rootUrl: '${authBaseUrl}',
    baseUrl: '/realms/r/account/',
    adminUrl: 'no URL, which matters to SAML only',
    redirectUris: ['/realms/r/*', 'http://localhost:*', 'app:/cb', '+'],
    attributes: { 'backchannel.logout.url': 'https://a/{id}', logoUri: 'data:image/png;base64,AA' },
  };
  const { client, paths } = write(members);
  assert.deepEqual(paths, []);
  assert.deepEqual(client, {
    clientId: 'shop',
    ...members,
    attributes: { 'post.logout.redirect.uris': '+', ...members.attributes },
  });
});

for (const [path, members] of [
  ['rootUrl', { rootUrl: 'app.example' }],
  ['rootUrl', { rootUrl: 'https://a/#x' }],
  ['baseUrl', { baseUrl: 'shop' }],
  ['adminUrl', { protocol: 'saml', adminUrl: '/saml' }],
  ['attributes.backchannel.logout.url', { attributes: { 'backchannel.logout.url': 'https://a/{id' } }],
  ['attributes.logoUri', { attributes: { logoUri: 'javascript:x' } }],
  ['attributes.policyUri', { attributes: { policyUri: 'data:text/plain,x' } }],
  [
    'attributes.saml_assertion_consumer_url_post',
    { protocol: 'saml', attributes: { saml_assertion_consumer_url_post: 'https://${HOST}/acs' } },
  ],
  ['redirectUris[0]', { redirectUris: ['http://a b/'] }],
  ['redirectUris[0]', { redirectUris: ['http://a/#/cb'] }],
  ['redirectUris[0]', { redirectUris: ['javascript:alert(1)'] }],
  ['attributes.use.jwks.string', { attributes: { 'use.jwks.url': 'true', 'use.jwks.string': 'true' } }],
  [
    'attributes.ciba.backchannel.auth.request.signing.alg',
    { attributes: { 'ciba.backchannel.auth.request.signing.alg': 'HS256' } },
  ],
] as const)
  test(`Keycloak import: ${JSON.stringify(members)} is left out, because Keycloak refuses the client`, () => {
    const { client, paths } = write(members as Partial<ClientRepresentation>);
    assert.deepEqual(paths, [path]);
    const value = path.replace(/^attributes\.|\[0\]$/g, '');
    const holder = path.startsWith('attributes.') ? client.attributes : client;
    assert.ok([undefined, 0].includes((holder?.[value] as unknown[] | undefined)?.length));
  });

test('Keycloak import: levels of authentication must be in acr.loa.map or in the browser flow', () => {
  const attributes = { 'default.acr.values': 'gold##3##silver', 'minimum.acr.value': '1' };
  const map = '{"gold":2}';
  const flow = { authenticatorConfig: [{ alias: 'l', config: { 'loa-condition-level': '3' } }] };
  const { client, paths } = write({ attributes }, { ...flow, attributes: { 'acr.loa.map': map } });
  assert.equal(client.attributes?.['default.acr.values'], 'gold##3');
  assert.equal(client.attributes?.['minimum.acr.value'], undefined);
  assert.deepEqual(paths, ['attributes.default.acr.values', 'attributes.minimum.acr.value']);
  const own = { ...attributes, 'acr.loa.map': '{"1":1,"silver":2}' };
  assert.equal(write({ attributes: own }).client.attributes?.['default.acr.values'], 'silver');
  for (const broken of ['no JSON', 'null', '7'])
    assert.equal(write({ attributes: { ...attributes, 'acr.loa.map': broken } }).paths.length, 2);
});

test('Keycloak import: a CIBA mode that it does not know becomes poll', () => {
  const mode = 'ciba.backchannel.token.delivery.mode';
  assert.equal(write({ attributes: { [mode]: 'push' } }).client.attributes?.[mode], 'poll');
  assert.equal(write({ attributes: { [mode]: 'ping' } }).client.attributes?.[mode], 'poll');
  const ofRealm = { attributes: { cibaBackchannelTokenDeliveryMode: 'ping' } };
  assert.equal(write({}, ofRealm).client.attributes?.[mode], 'poll');
  const endpoint = { 'ciba.backchannel.client.notification.endpoint': 'https://a/ping' };
  assert.deepEqual(write({ attributes: { [mode]: 'ping', ...endpoint } }).paths, []);
});

test('Keycloak import: pairwise subjects require one host or a sector identifier', () => {
  const mapper = { name: 'p', protocolMapper: 'oidc-sha256-pairwise-sub-mapper', config: {} };
  const count = (redirectUris: string[], config: Record<string, string> = {}) =>
    write({ redirectUris, protocolMappers: [{ ...mapper, config }] }).client.protocolMappers?.length;
  assert.equal(count(['https://a/1', 'https://a:8443/2']), 1);
  assert.equal(count(['https://a/1', 'https://b/2']), 0);
  assert.equal(count([]), 0);
  assert.equal(count(['https://a/1', 'https://b/2'], { sectorIdentifierUri: 'https://a/uris' }), 1);
});

test('Keycloak import: no post-logout redirect URIs are written as -, which it would read as +', () => {
  const { report } = createFindings();
  const write1 = (protocol: string) =>
    clientForKeycloak({ clientId: 'a', protocol }, { realm: 'r' }, { path: '', report }).attributes;
  assert.deepEqual(write1('openid-connect'), { 'post.logout.redirect.uris': '-' });
  assert.equal(write1('saml'), undefined);
});
