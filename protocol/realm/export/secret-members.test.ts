import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REALM_SETTINGS } from '#protocol/contract/settings/realm.ts';
import { SECRET_MEMBERS } from './secret-members.ts';

test('no setting of a realm is hidden because its name is that of a secret', () => {
  for (const name of Object.keys(REALM_SETTINGS)) assert.ok(!SECRET_MEMBERS.has(name), name);
  assert.ok(SECRET_MEMBERS.has('clientSecret'));
});
