import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listParameters } from '#protocol/http/parameters.ts';
import { passOn } from './known-parameters.ts';

const pass = (...entries: [string, string][]) => passOn(listParameters(entries));

test('service description §4.2: unknown parameters are passed on by name', () => {
  assert.deepEqual(pass(['terminal', '7'], ['scope', 'openid']), {
    parameters: { terminal: '7' },
    dropped: [],
  });
});

for (const name of [
  'client_id',
  'client_secret',
  'client_assertion',
  'request',
  'login_hint',
  'is_consent_required',
  'grant_type',
  '__proto__',
]) {
  test(`service description §4.2: ${name} is not passed on and cannot replace a member of the delegation`, () => {
    assert.deepEqual(pass([name, 'x']), { parameters: {}, dropped: [] });
  });
}

test('service description §4.2: five parameters are passed on, the others are reported as dropped', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const { parameters, dropped } = pass(...names.map((name): [string, string] => [name, name]));
  assert.deepEqual(Object.keys(parameters), names.slice(0, 5));
  assert.deepEqual(dropped, ['f']);
});

test('service description §4.2: a parameter of 201 characters is dropped, and the next one is passed on instead', () => {
  const { parameters, dropped } = pass(['long', 'x'.repeat(201)], ['short', 'x'.repeat(200)]);
  assert.deepEqual(Object.keys(parameters), ['short']);
  assert.deepEqual(dropped, ['long']);
});
