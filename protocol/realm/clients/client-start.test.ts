import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { findClientStart } from './client-start.ts';

const PLACE = { realmName: 'my realm', baseUrl: 'http://127.0.0.1:8080' };

function startOf(settings: ClientRepresentation) {
  const { realm } = createTestExchange({ realm: { clients: [{ ...settings, clientId: 'c' }] } });
  const client = realm.clients.get('c');
  assert.ok(client);
  const start = findClientStart(client, PLACE);
  return start === undefined ? undefined : [start.startUrl, start.from];
}

const saml = { protocol: 'saml', attributes: { saml_idp_initiated_sso_url_name: 'my app' } };

for (const [what, settings, expected] of [
  [
    'IdP-initiated sign-on of a service provider, before all others',
    { ...saml, baseUrl: 'http://sp.test/home', redirectUris: ['http://sp.test/acs'] },
    ['http://127.0.0.1:8080/realms/my%20realm/protocol/saml/clients/my%20app', 'IdP-initiated sign-on'],
  ],
  [
    'the home URL below the root URL',
    { rootUrl: 'http://app.test', baseUrl: '/home', redirectUris: ['/callback'] },
    ['http://app.test/home', 'home URL'],
  ],
  ['the root URL', { rootUrl: 'http://app.test', redirectUris: ['/cb'] }, ['http://app.test/', 'root URL']],
  [
    'the folder of a redirect URI with a wildcard',
    { redirectUris: ['https://app.test/shop/*'] },
    ['https://app.test/shop/', 'redirect URI'],
  ],
  [
    'the root of a redirect URI’s host',
    { redirectUris: ['http://localhost:3000/signin-oidc'] },
    ['http://localhost:3000/', 'redirect URI'],
  ],
  [
    'the first redirect URI that names a host',
    {
      redirectUris: [
        '*',
        'com.example.app:/cb',
        'https://*.test/cb',
        'http://127.0.0.1/*',
        'https://b.test/cb',
      ],
    },
    ['https://b.test/', 'redirect URI'],
  ],
] as const) {
  test(`console "Sign in as": an application starts at ${what}`, () => {
    assert.deepEqual(
      startOf({ ...settings, clientId: 'c', redirectUris: [...(settings.redirectUris ?? [])] }),
      expected,
    );
  });
}

for (const [what, redirectUris] of [
  ['no redirect URI', []],
  ['a loopback address for any port', ['http://127.0.0.1/*', 'http://localhost/*', 'http://[::1]/cb']],
  ['any URL', ['*', 'http*', 'https://*']],
  ['a scheme of its own', ['com.example.app:/cb', 'javascript:alert(1)']],
  ['no URL', ['http://', 'http://a b/', 'https://[/x']],
] as const) {
  test(`console "Sign in as": a client that registers ${what} does not say where the application starts`, () => {
    assert.equal(startOf({ clientId: 'c', redirectUris: [...redirectUris] }), undefined);
  });
}

test('console "Sign in as": home and root URLs that are not http or https are passed over', () => {
  const redirectUris = ['https://a.test/cb'];
  assert.deepEqual(
    startOf({ clientId: 'c', baseUrl: 'javascript:alert(1)', rootUrl: 'data:x', redirectUris }),
    ['https://a.test/', 'redirect URI'],
  );
});

test('console "Sign in as": the name for IdP-initiated sign-on counts for service providers only', () => {
  assert.equal(startOf({ clientId: 'c', attributes: saml.attributes }), undefined);
  assert.equal(startOf({ clientId: 'c', protocol: 'saml', attributes: {} }), undefined);
});
