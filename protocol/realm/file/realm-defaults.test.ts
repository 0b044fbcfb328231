import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeRealm } from './normalize-realm.ts';
import { REALM_DEFAULTS } from './realm-defaults.ts';

const clock = { now: () => 0 };

test('contract "Realm files": a missing member is returned with Keycloak\'s default', () => {
  const { realm } = normalizeRealm({ realm: 'fresh' }, clock);
  for (const [member, value] of Object.entries(REALM_DEFAULTS))
    assert.equal(realm[member as keyof typeof realm], value, member);
});

test('contract "Realm files": a member in the file is kept', () => {
  const { realm } = normalizeRealm({ realm: 'mine', accessTokenLifespan: 7, rememberMe: true }, clock);
  assert.equal(realm.accessTokenLifespan, 7);
  assert.equal(realm.rememberMe, true);
});
