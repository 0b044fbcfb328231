import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SERVER_ATTRIBUTES } from './server-attributes.ts';

test('0169: only administrators of the server may set what answers prompts and what signs in without a password', () => {
  assert.deepEqual(SERVER_ATTRIBUTES, [
    'understudy.device.key',
    'understudy.device.rules',
    'understudy.oneClickSignIn',
  ]);
});
