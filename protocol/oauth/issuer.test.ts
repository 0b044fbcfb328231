import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/login/test-exchange.ts';
import { issuerOf, protocolUrl, tokenContext } from './issuer.ts';

test('OIDC Discovery §3: the issuer is the realm’s address without trailing slash', () => {
  assert.equal(issuerOf(createTestExchange()), 'http://127.0.0.1:8080/realms/r');
});

test('a realm name is percent-encoded in every address', () => {
  const exchange = createTestExchange({ realm: { realm: 'münchen' } });
  assert.equal(issuerOf(exchange), 'http://127.0.0.1:8080/realms/m%C3%BCnchen');
  assert.equal(protocolUrl('http://h', 'a b'), 'http://h/realms/a%20b/protocol/openid-connect');
});

test('tokens are issued and verified by the realm’s own clock', () => {
  const exchange = createTestExchange();
  assert.equal(tokenContext(exchange).clock, exchange.clock);
  assert.equal(tokenContext(exchange).realm, exchange.realm);
});
