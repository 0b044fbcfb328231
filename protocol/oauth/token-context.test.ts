import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { protocolUrl, tokenContext } from './token-context.ts';

test('a realm name is percent-encoded in every URL', () => {
  assert.equal(protocolUrl('http://h', 'a b'), 'http://h/realms/a%20b/protocol/openid-connect');
});

test('tokens are issued and verified with the realm’s clock', () => {
  const exchange = createTestExchange();
  assert.equal(tokenContext(exchange).clock, exchange.clock);
  assert.equal(tokenContext(exchange).realm, exchange.realm);
});
