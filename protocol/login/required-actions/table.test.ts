import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRequiredAction, REQUIRED_ACTIONS } from './table.ts';

test('every action in the table is found by its exact name only', () => {
  for (const [name, action] of Object.entries(REQUIRED_ACTIONS))
    assert.equal(findRequiredAction(name), action);
  for (const name of ['', 'constructor', '__proto__', 'update_password', 'webauthn-register']) {
    assert.equal(findRequiredAction(name), undefined, name);
  }
});
