import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issuerOf } from './issuer.ts';
import { createTestExchange } from './testing/exchange.ts';

test('OIDC Discovery §3: the issuer is the realm’s URL without trailing slash', () => {
  assert.equal(issuerOf(createTestExchange()), 'http://127.0.0.1:8080/realms/r');
});

test('OIDC Discovery §3: a realm name is percent-encoded', () => {
  const exchange = createTestExchange({ realm: { realm: 'münchen' } });
  assert.equal(issuerOf(exchange), 'http://127.0.0.1:8080/realms/m%C3%BCnchen');
});
