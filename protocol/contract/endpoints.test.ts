import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENDPOINT_NAMES, ENDPOINT_REQUESTS } from './endpoints.ts';

test('test kit "Details": endpoint names are single words, each once', () => {
  assert.equal(new Set(ENDPOINT_NAMES).size, ENDPOINT_NAMES.length);
  for (const name of ENDPOINT_NAMES) assert.match(name, /^[a-z]+$/);
});

test('console "Faults": the requests of every endpoint have a name of their own', () => {
  const names = ENDPOINT_NAMES.map((endpoint) => ENDPOINT_REQUESTS[endpoint]);
  assert.equal(new Set(names).size, ENDPOINT_NAMES.length);
  for (const name of names) assert.match(name, /[Rr]equests/);
});
