import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredUser } from '#protocol/store/store.ts';
import { refuseInteraction, refuseOtherUser, refusePassive } from './next-page-refusals.ts';

test('OIDC Core §3.1.2.6: without a page, a sign-in is login_required, and anything else interaction_required', () => {
  assert.equal(refusePassive(undefined).error.code, 'login_required');
  assert.match(refusePassive(undefined).error.reason, /no session/);
  const { error } = refuseInteraction('User alice must consent.');
  assert.equal(error.code, 'interaction_required');
  assert.match(error.reason, /User alice must consent/);
});

test('OIDC Core §3.1.2.1: the sign-in of another user than the request names is login_required', () => {
  const { error } = refuseOtherUser({ id: 'b', username: 'bob' } as StoredUser);
  assert.equal(error.code, 'login_required');
  assert.match(error.reason, /bob signed in/);
});
