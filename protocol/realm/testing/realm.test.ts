import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf, manualClock, TEST_NOW, testRealm } from './realm.ts';

test('the test clock does not advance until it is moved', () => {
  const clock = manualClock();
  assert.equal(clock.now(), TEST_NOW);
  clock.setOffsetMs(5);
  assert.equal(clock.now(), TEST_NOW + 5);
});

test('the test realm has the given clients, and looking up any other throws', () => {
  const realm = testRealm({ clients: [{ clientId: 'a' }] });
  assert.equal(clientOf(realm, 'a').clientId, 'a');
  assert.throws(() => clientOf(realm, 'b'), TypeError);
});
