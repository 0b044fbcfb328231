import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { resolveServiceUrl } from './service-url.ts';

const { realm } = createTestExchange({
  realm: { clients: [{ clientId: 'sp', protocol: 'saml', rootUrl: 'http://sp.test/app/' }] },
});

function resolve(address: string | undefined): string | undefined {
  const client = realm.clients.get('sp');
  assert.ok(client);
  return resolveServiceUrl(client, address, 'http://idp.test');
}

test('SAML Profiles §4.1.4.2: an address is kept unchanged, because receivers compare it as text', () => {
  assert.equal(resolve('http://sp.test'), 'http://sp.test');
  assert.equal(resolve('HTTP://SP.test:80/%7ea'), 'HTTP://SP.test:80/%7ea');
});

test('SAML Profiles §4.1.4.2: a path is appended to the root URL', () => {
  assert.equal(resolve('/saml'), 'http://sp.test/app/saml');
});

test('SAML Profiles §4.1.4.2: anything other than an http or https URL is ignored', () => {
  for (const address of [undefined, '', '  ', 'saml', 'javascript:alert(1)', 'app://x', 'http://'])
    assert.equal(resolve(address), undefined, address);
});
