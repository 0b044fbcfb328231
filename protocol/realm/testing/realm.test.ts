import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf, manualClock, TEST_NOW, testRealm } from './realm.ts';

test('the test clock stands still until it is moved', () => {
  const clock = manualClock();
  assert.equal(clock.now(), TEST_NOW);
  clock.setOffsetMs(5);
  assert.equal(clock.now(), TEST_NOW + 5);
});

test('the test realm has the clients that were given, and no others are found', () => {
  const realm = testRealm({ clients: [{ clientId: 'a' }] });
  assert.equal(clientOf(realm, 'a').clientId, 'a');
  assert.throws(() => clientOf(realm, 'b'), TypeError);
});
