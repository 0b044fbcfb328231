import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENDPOINT_NAMES } from './endpoints.ts';

test('test kit "Details": endpoint names are single words, each once', () => {
  assert.equal(new Set(ENDPOINT_NAMES).size, ENDPOINT_NAMES.length);
  for (const name of ENDPOINT_NAMES) assert.match(name, /^[a-z]+$/);
});
