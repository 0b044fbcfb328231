import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import type { UserSession } from '#protocol/store/store.ts';
import { acrOf, reachedLevel, sessionLevels, validLevels } from './levels.ts';

const plain = createTestExchange().realm;
const leveled = createTestExchange({ realm: { attributes: { 'acr.loa.map': '{"gold":2}' } } }).realm;

test('OIDC Core §2: without levels acr is 1 after a sign-in and 0 with an existing session', () => {
  assert.equal(acrOf(plain, undefined, { 1: 0, 2: 0 }, true), '1');
  assert.equal(acrOf(plain, undefined, { 1: 0 }, false), '0');
});

test('OIDC Core §2: with levels acr is the level reached, by name if it has one', () => {
  assert.equal(acrOf(leveled, undefined, { 1: 0, 2: 0 }, false), 'gold');
  assert.equal(acrOf(leveled, undefined, { 1: 0 }, true), '1');
});

test('a level is reached only together with all lower levels', () => {
  assert.equal(reachedLevel({}), 0);
  assert.equal(reachedLevel({ 2: 0 }), 0);
  assert.equal(reachedLevel({ 1: 0 }), 1);
  assert.equal(reachedLevel({ 1: 0, 2: 0 }), 2);
});

test('a level older than its condition allows has expired', () => {
  const config = { 'loa-condition-level': '2', 'loa-max-age': '10' };
  const { realm } = createTestExchange({ realm: { authenticatorConfig: [{ alias: 'two', config }] } });
  assert.deepEqual(validLevels(realm, { 1: 0, 2: 0 }, 10_000), { 1: 0, 2: 0 });
  assert.deepEqual(validLevels(realm, { 1: 0, 2: 0 }, 10_001), { 1: 0 });
});

test('a session saved without levels has reached the password level at its authentication time', () => {
  const old = { authenticatedAt: 7 } as UserSession;
  assert.deepEqual(sessionLevels(old), { 1: 7 });
  assert.deepEqual(sessionLevels({ ...old, levels: { 1: 3, 2: 9 } }), { 1: 3, 2: 9 });
});
