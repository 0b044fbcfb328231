import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeRealm } from '../file/normalize-realm.ts';
import { consumeInitialAccess, listInitialAccess, withInitialAccess } from './initial-access.ts';

const { realm } = normalizeRealm({ realm: 'r' }, { now: () => 0 });
const ENTRY = { id: 'i', timestamp: 100, expiration: 60, count: 2, remainingCount: 2 };

test('each use is counted until none are left', () => {
  const once = consumeInitialAccess(withInitialAccess(realm, [ENTRY]), 'i', 100);
  assert.equal(listInitialAccess(once ?? realm)[0]?.remainingCount, 1);
  const twice = consumeInitialAccess(once ?? realm, 'i', 159);
  assert.equal(listInitialAccess(twice ?? realm)[0]?.remainingCount, 0);
  assert.equal(consumeInitialAccess(twice ?? realm, 'i', 159), undefined);
});

test('an unknown or expired token is rejected; expiration 0 means that it never expires', () => {
  const given = withInitialAccess(realm, [ENTRY]);
  assert.equal(consumeInitialAccess(given, 'other', 100), undefined);
  assert.equal(consumeInitialAccess(given, 'i', 160), undefined);
  const endless = withInitialAccess(realm, [{ ...ENTRY, expiration: 0 }]);
  assert.ok(consumeInitialAccess(endless, 'i', 1e9));
});

for (const text of ['', 'x', '{}', '[1]', '[null]', '[{"id":"i"}]']) {
  test(`a realm file with "${text}" in the attribute has no tokens`, () => {
    const odd = { ...realm, attributes: { clientInitialAccess: text } };
    assert.deepEqual(listInitialAccess(odd), []);
  });
}
