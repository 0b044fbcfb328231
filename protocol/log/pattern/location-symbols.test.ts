import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classNameOf, locationSymbols, methodNameOf } from './location-symbols.ts';

test('the class of a method is the part before its dot, that of a function its file name', () => {
  const method = { file: '/a/store.ts', function: 'Store.close', line: 1 };
  assert.deepEqual([classNameOf(method), methodNameOf(method)], ['Store', 'close']);
  const alone = { file: 'C:\\a\\token-endpoint.ts', function: 'handle', line: 1 };
  assert.deepEqual([classNameOf(alone), methodNameOf(alone)], ['token-endpoint', 'handle']);
});

test('every location symbol requires the source location', () => {
  for (const symbol of Object.values(locationSymbols)) assert.equal(symbol.needsLocation, true);
});
