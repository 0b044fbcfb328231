import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACTION_TOKEN_TYPES } from './action-token.ts';
import { LINK_TYPES } from './link-types.ts';

test('every type of action token has its row, and no other name has one', () => {
  assert.deepEqual(Object.keys(LINK_TYPES).sort(), [...ACTION_TOKEN_TYPES].sort());
});
