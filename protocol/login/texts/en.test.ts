import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EN_LABELS } from './en.ts';
import { EN_MESSAGES } from './en-messages.ts';

test('no key is both a label and a message', () => {
  for (const key of Object.keys(EN_LABELS)) assert.equal(Object.hasOwn(EN_MESSAGES, key), false, key);
});

test('labels contain no markup', () => {
  for (const text of Object.values(EN_LABELS)) assert.doesNotMatch(text, /[<>&]/);
});
