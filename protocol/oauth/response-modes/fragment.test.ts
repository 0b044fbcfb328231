import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fragment } from './fragment.ts';

const locationOf = (uri: string): unknown => fragment.send(uri, [['state', 'a b#']]).headers?.['location'];

test('Multiple Response Types §2.1: parameters stand in the fragment, the query is left alone', () => {
  assert.equal(locationOf('http://app.test/cb?a=1'), 'http://app.test/cb?a=1#state=a+b%23');
});

test('a fragment that is there is continued', () => {
  assert.equal(locationOf('http://app.test/cb#x=1'), 'http://app.test/cb#x=1&state=a+b%23');
});
