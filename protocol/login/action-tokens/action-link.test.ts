import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { tabOf } from './action-link.ts';

test('the name of a tab does not contain the cookie of its browser', () => {
  const exchange = createTestExchange({});
  const request = { clientId: 'shop' } as Parameters<typeof tabOf>[1]['request'];
  const one = tabOf(exchange, { browserId: 'secret-cookie', tabId: 'tab', request });
  assert.doesNotMatch(one, /secret-cookie/);
  assert.equal(one.split('.')[1], 'tab');
  assert.notEqual(one, tabOf(exchange, { browserId: 'other-cookie', tabId: 'tab', request }));
});
