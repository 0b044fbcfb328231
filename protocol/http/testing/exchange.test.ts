import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from './exchange.ts';

test('a test exchange has the values it was given', () => {
  const exchange = createTestExchange({ query: 'a=1', cookies: { c: '2' }, realm: { rememberMe: true } });
  assert.equal(exchange.query.get('a'), '1');
  assert.equal(exchange.form.entries.length, 0);
  assert.equal(exchange.cookies.get('c'), '2');
  assert.equal(exchange.realm.rememberMe, true);
});
