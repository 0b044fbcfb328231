import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { fragment } from './fragment.ts';

const locationOf = (uri: string): unknown =>
  fragment.send(uri, [['state', 'a b#']], createTestExchange()).headers?.['location'];

test('Multiple Response Types §2.1: parameters are in the fragment, and the query is unchanged', () => {
  assert.equal(locationOf('http://app.test/cb?a=1'), 'http://app.test/cb?a=1#state=a+b%23');
});

test('parameters are appended to an existing fragment', () => {
  assert.equal(locationOf('http://app.test/cb#x=1'), 'http://app.test/cb#x=1&state=a+b%23');
});
