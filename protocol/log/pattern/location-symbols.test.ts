import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classNameOf, locationSymbols, methodNameOf } from './location-symbols.ts';

test('a method has the class in front of its dot, a function the name of its file', () => {
  const method = { file: '/a/store.ts', function: 'Store.close', line: 1 };
  assert.deepEqual([classNameOf(method), methodNameOf(method)], ['Store', 'close']);
  const alone = { file: 'C:\\a\\token-endpoint.ts', function: 'handle', line: 1 };
  assert.deepEqual([classNameOf(alone), methodNameOf(alone)], ['token-endpoint', 'handle']);
});

test('every symbol of the family asks for the place in the code', () => {
  for (const symbol of Object.values(locationSymbols)) assert.equal(symbol.needsLocation, true);
});
