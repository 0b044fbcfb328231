import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EN_MESSAGES } from './en-messages.ts';

test('messages contain no markup', () => {
  for (const text of Object.values(EN_MESSAGES)) assert.doesNotMatch(text, /[<>&]/);
});
