import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SaxesParser } from 'saxes';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { GUIDES } from './guide-table.ts';
import type { GuideRealm } from './guide-values.ts';
import { addMissing, fillGuide, guidesFor } from './offered-guides.ts';

const REALM: GuideRealm = {
  baseUrl: 'http://127.0.0.1:8080',
  realm: 'demo',
  issuer: 'http://127.0.0.1:8080/realms/demo',
  user: { username: 'alice', password: 'alice-password' },
};
const URIS = { redirectUris: ['http://localhost/*'], webOrigins: ['*'] };
const WEB: ClientRepresentation = {
  clientId: 'web',
  secret: 's3cret',
  serviceAccountsEnabled: true,
  ...URIS,
};
const SPA: ClientRepresentation = { clientId: 'spa', publicClient: true, ...URIS };
const SAML: ClientRepresentation = { clientId: 'sp', protocol: 'saml', ...URIS };
const API: ClientRepresentation = { clientId: 'orders', bearerOnly: true };

const idsFor = (client: ClientRepresentation): string[] => guidesFor(client).map(({ id }) => id);
const fill = (id: string, client: ClientRepresentation) => {
  const guide = GUIDES.find((row) => row.id === id);
  assert.ok(guide, id);
  return fillGuide(guide, client, REALM);
};

test('guides: a confidential client gets those of servers, a public one those of browsers', () => {
  const servers = ['express', 'next', 'spring-boot', 'asp-net', 'django', 'flask', 'go', 'php'];
  const browsers = ['react', 'angular', 'vue', 'keycloak-js'];
  assert.deepEqual(idsFor(WEB), [...servers, 'playwright', 'compose', 'curl']);
  assert.deepEqual(idsFor(SPA), [...browsers, 'playwright', 'compose']);
});

test('guides: a SAML client gets those of service providers only', () => {
  const all = ['node-saml', 'python3-saml', 'spring-saml', 'simplesamlphp', 'mellon', 'shibboleth'];
  assert.deepEqual(idsFor(SAML), all);
});

test('guides: without the standard flow, no guide redirects', () => {
  assert.deepEqual(idsFor({ ...WEB, standardFlowEnabled: false }), ['compose', 'curl']);
  assert.deepEqual(idsFor({ ...SPA, standardFlowEnabled: false }), []);
});

test('guides: a bearer-only client gets the API and nothing that requests tokens', () => {
  assert.deepEqual(idsFor(API), ['api']);
  assert.deepEqual(idsFor({ ...API, serviceAccountsEnabled: true, directAccessGrantsEnabled: true }), [
    'api',
  ]);
});

test('guides: a client that authenticates with a key gets no guide with a secret', () => {
  const client = { ...WEB, standardFlowEnabled: false, clientAuthenticatorType: 'client-jwt' };
  assert.deepEqual(idsFor(client), []);
});

test('guides: a registry client gets none', () => {
  assert.deepEqual(idsFor({ clientId: 'registry', protocol: 'docker-v2' }), []);
});

for (const { id } of GUIDES) {
  const client = [WEB, SPA, SAML, API].find((candidate) => idsFor(candidate).includes(id)) ?? WEB;
  test(`guides: ${id} names the client and the server, and each file ends with a newline`, () => {
    const { files, command, expect } = fill(id, client);
    const text = files.map((file) => file.text).join('');
    assert.ok(text.includes(client.clientId));
    assert.ok(files.length > 0 && command !== '' && expect !== '');
    for (const file of files) assert.match(file.text, /\n$/, file.name);
  });
}

for (const id of ['react', 'angular', 'vue', 'keycloak-js', 'playwright', 'compose']) {
  test(`RFC 6749 §2.1: ${id} contains no secret of a public client`, () => {
    const text = fill(id, { ...SPA, secret: 's3cret' })
      .files.map((file) => file.text)
      .join('');
    assert.doesNotMatch(text, /s3cret|undefined['"]|client[-_]?secret/i);
  });
}

test('guides: no ID and no secret of a client makes a file of XML or JSON unreadable', () => {
  const nasty = { clientId: `a'b"c\\d&<e>`, secret: `x'y"z\\$&` };
  const clients = [
    { ...WEB, ...nasty },
    { ...SPA, clientId: nasty.clientId },
    { ...SAML, clientId: nasty.clientId },
  ];
  const files = clients.flatMap((client) =>
    guidesFor(client).flatMap((guide) => fillGuide(guide, client, REALM).files),
  );
  const read = { '.json': JSON.parse, '.xml': (text: string) => new SaxesParser().write(text).close() };
  for (const [ending, parse] of Object.entries(read)) {
    const found = files.filter(({ name }) => name.endsWith(ending));
    assert.ok(found.length > 0, ending);
    for (const { name, text } of found) assert.doesNotThrow(() => parse(text), name);
  }
});

test('guides: a redirect URI that is not registered is reported, and added on request', () => {
  const client = { ...WEB, redirectUris: ['https://app.example.com/callback'] };
  const { missing, files } = fill('next', client);
  assert.equal(missing.redirectUri, 'http://localhost:3000/api/auth/callback/keycloak');
  assert.ok(files.length > 0);
  const added = addMissing(client, missing);
  assert.deepEqual(added.redirectUris, [...client.redirectUris, missing.redirectUri]);
  assert.equal(fill('next', added).missing.redirectUri, undefined);
});

test('guides: applications in the browser need a web origin, servers do not', () => {
  const closed = { ...SPA, webOrigins: ['https://app.example.com'] };
  assert.equal(fill('react', closed).missing.webOrigin, 'http://localhost:3000');
  assert.equal(fill('react', addMissing(closed, fill('react', closed).missing)).missing.webOrigin, undefined);
  assert.equal(fill('express', { ...WEB, webOrigins: [] }).missing.webOrigin, undefined);
  const redirected = { ...SPA, redirectUris: ['http://localhost:3000/*'], webOrigins: ['+'] };
  assert.equal(fill('react', redirected).missing.webOrigin, undefined);
});

test('guides: openid-client and angular-oauth2-oidc allow plain HTTP explicitly, HTTPS needs nothing', () => {
  const secure = { ...REALM, issuer: 'https://sso.test/realms/demo' };
  for (const [id, client, pattern] of [
    ['express', WEB, /allowInsecureRequests/],
    ['angular', SPA, /requireHttps/],
  ] as const) {
    const { guide, files } = fill(id, client);
    assert.match(files.map(({ text }) => text).join(''), pattern);
    assert.doesNotMatch(
      fillGuide(guide, client, secure)
        .files.map(({ text }) => text)
        .join(''),
      pattern,
    );
  }
});

test('guides: a service provider gets the key files that its client requires, and no others', () => {
  const attributes = {
    'saml.client.signature': 'true',
    'saml.signing.private.key': 'S0VZ',
    'saml.signing.certificate': 'Q0VSVA==',
  };
  const names = fill('node-saml', { ...SAML, attributes }).files.map(({ name }) => name);
  assert.deepEqual(names, ['app.mjs', 'signing-key.pem', 'signing.pem']);
  assert.deepEqual(fill('node-saml', SAML).files.length, 1);
  const without = fill('node-saml', { ...SAML, attributes: { 'saml.client.signature': 'true' } });
  assert.match(without.install ?? '', /openssl req/);
  assert.match(without.notes?.join() ?? '', /Import signing\.pem in Keys/);
});
