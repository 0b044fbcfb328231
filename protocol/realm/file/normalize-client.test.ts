// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's URL placeholders have this form
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { testRealm } from '../testing/realm.ts';
import { normalizeClient, withIds } from './normalize-client.ts';

const { stored } = testRealm();
const normalize = (client: Partial<ClientRepresentation>): ClientRepresentation =>
  normalizeClient(stored, { clientId: 'a', ...client });

test('Keycloak create: a client without publicClient and bearerOnly is public and has no secret', () => {
  const client = normalize({});
  assert.equal(client.publicClient, true);
  assert.equal(client.secret, undefined);
});

test('Keycloak create: public and bearer-only clients and other protocols get no secret', () => {
  for (const client of [
    { publicClient: true },
    { bearerOnly: true },
    { protocol: 'saml' },
    { protocol: 'docker-v2' },
  ]) {
    assert.equal(normalize(client).secret, undefined, JSON.stringify(client));
  }
});

test('Keycloak create: a confidential client gets a random secret of 32 characters or keeps the given one', () => {
  const first = normalize({ publicClient: false }).secret;
  assert.match(first ?? '', /^[A-Za-z0-9]{32}$/);
  assert.notEqual(normalize({ publicClient: false }).secret, first);
  assert.equal(normalize({ publicClient: false, secret: 's' }).secret, 's');
});

test('Keycloak import: a client of a realm file is confidential and has no password grant unless the file says so', () => {
  const client = normalizeClient(stored, { clientId: 'a' }, 'file');
  assert.equal(client.publicClient, false);
  assert.equal(client.directAccessGrantsEnabled, false);
  assert.equal(client.standardFlowEnabled, true);
  assert.match(client.secret ?? '', /^[A-Za-z0-9]{32}$/);
  const open = { clientId: 'a', publicClient: true, directAccessGrantsEnabled: true };
  assert.equal(normalizeClient(stored, open, 'file').publicClient, true);
  assert.equal(normalizeClient(stored, open, 'file').directAccessGrantsEnabled, true);
});

test('Keycloak create: a client of a script that names no protocol is confidential and has no password grant', () => {
  const made = normalizeClient(
    {},
    { clientId: 'shop', redirectUris: ['http://a.test/x'] },
    'api without protocol',
  );
  assert.deepEqual([made.publicClient, made.directAccessGrantsEnabled], [false, false]);
  assert.equal(made.secret?.length, 32);
  assert.deepEqual(made.webOrigins, ['http://a.test']);
  assert.equal(made.attributes?.['post.logout.redirect.uris'], undefined);
});

test('Keycloak import: a client of a realm file may be signed out to its redirect URIs', () => {
  const attributeOf = (client: Partial<ClientRepresentation>, origin?: 'file') =>
    normalizeClient(stored, { clientId: 'a', ...client }, origin).attributes?.['post.logout.redirect.uris'];
  assert.equal(attributeOf({}, 'file'), '+');
  assert.equal(attributeOf({ attributes: { 'post.logout.redirect.uris': '-' } }, 'file'), '-');
  assert.equal(attributeOf({ protocol: 'saml' }, 'file'), undefined);
  assert.equal(attributeOf({}), undefined);
});

test('Keycloak import: web origins that a realm file leaves out are those of the redirect URIs', () => {
  const redirectUris = [
    'https://app.test/*',
    'https://app.test/b',
    'http://localhost:3000*',
    'app:/cb',
    '/x',
    '*',
  ];
  const originsOf = (client: Partial<ClientRepresentation>) =>
    normalizeClient(stored, { clientId: 'a', redirectUris, ...client }, 'file').webOrigins;
  assert.deepEqual(originsOf({}), ['https://app.test', 'http://localhost:3000']);
  assert.deepEqual(originsOf({ webOrigins: [] }), []);
});

test('Keycloak create: a client that asks for consent does not have full scope by default', () => {
  assert.equal(normalize({ consentRequired: true }).fullScopeAllowed, false);
  assert.equal(normalize({ consentRequired: true, fullScopeAllowed: true }).fullScopeAllowed, true);
});

test('Keycloak create: switches have defaults, and given ones are kept', () => {
  const client = normalize({ standardFlowEnabled: false, implicitFlowEnabled: true });
  assert.equal(client.standardFlowEnabled, false);
  assert.equal(client.implicitFlowEnabled, true);
  assert.equal(client.directAccessGrantsEnabled, true);
  assert.equal(client.serviceAccountsEnabled, false);
  assert.equal(client.fullScopeAllowed, true);
  assert.equal(client.frontchannelLogout, false);
  assert.equal(normalize({ protocol: 'saml' }).frontchannelLogout, true);
});

test('Keycloak create: a root URL alone sets the redirect URIs below it and its web origin', () => {
  const client = normalize({ rootUrl: 'https://app.test/x/' });
  assert.deepEqual(client.redirectUris, ['https://app.test/x/*']);
  assert.deepEqual(client.webOrigins, ['https://app.test']);
  assert.deepEqual(normalize({ rootUrl: 'https://app.test', redirectUris: ['/cb'] }).redirectUris, ['/cb']);
  assert.deepEqual(normalize({ rootUrl: '${authBaseUrl}' }).redirectUris, []);
});

test("Keycloak create: a client without scopes gets the realm's default scopes of its protocol", () => {
  assert.ok(normalize({}).defaultClientScopes?.includes('basic'));
  assert.ok(normalize({}).optionalClientScopes?.includes('offline_access'));
  assert.deepEqual(normalize({ protocol: 'saml' }).defaultClientScopes, ['role_list', 'saml_organization']);
  assert.deepEqual(normalize({ protocol: 'docker-v2' }).defaultClientScopes, []);
});

test('Keycloak import: a client that lists default scopes without basic does not get basic', () => {
  const client = normalize({ defaultClientScopes: ['email'] });
  assert.deepEqual(client.defaultClientScopes, ['email']);
  assert.deepEqual(client.optionalClientScopes, []);
});

test('Keycloak create: only a client with a service account gets the scope service_account', () => {
  assert.ok(normalize({ serviceAccountsEnabled: true }).defaultClientScopes?.includes('service_account'));
  assert.equal(normalize({}).defaultClientScopes?.includes('service_account'), false);
});

test('mappers get identifier, protocol and configuration, and given ones are kept', () => {
  const [bare, whole] = withIds(
    [
      { name: 'a', protocolMapper: 'x' },
      { id: '1', name: 'b', protocolMapper: 'y', protocol: 'saml', config: { k: 'v' } },
    ],
    'openid-connect',
  );
  assert.equal(bare?.protocol, 'openid-connect');
  assert.ok(bare?.id);
  assert.deepEqual(bare?.config, {});
  assert.deepEqual(whole, { id: '1', name: 'b', protocolMapper: 'y', protocol: 'saml', config: { k: 'v' } });
});

test('Keycloak create: only a SAML client gets SAML attributes', () => {
  const attributes = { 'saml.client.signature': 'false' };
  const saml = normalize({ protocol: 'saml', attributes }).attributes;
  assert.deepEqual(
    [saml?.['saml.client.signature'], saml?.['saml.authnstatement'], saml?.['saml_name_id_format']],
    ['false', 'true', 'username'],
  );
  assert.deepEqual(normalize({}).attributes, {});
});

test('Keycloak create: an attribute that is null is not set; neither is an empty one of the admin API, and no default takes its place', () => {
  const attributes = { a: '1', b: '', c: null, saml_name_id_format: '' } as unknown as Record<string, string>;
  const attributesOf = (protocol: string, origin?: 'file') =>
    normalizeClient(stored, { clientId: 'a', protocol, attributes }, origin).attributes ?? {};
  assert.deepEqual(attributesOf('openid-connect'), { a: '1' });
  const saml = attributesOf('saml');
  assert.deepEqual(
    [saml['a'], 'b' in saml, 'c' in saml, 'saml_name_id_format' in saml],
    ['1', false, false, false],
  );
  assert.equal(saml['saml.client.signature'], 'true');
  const ofFile = attributesOf('saml', 'file');
  assert.deepEqual([ofFile['b'], 'c' in ofFile, ofFile['saml_name_id_format']], ['', false, '']);
});
