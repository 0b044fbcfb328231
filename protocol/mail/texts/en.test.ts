import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SUPPORTED_ACTIONS } from '#protocol/contract/settings/required-action.ts';
import { EN } from './en.ts';

test('every required action that users can be sent has a name', () => {
  for (const alias of Object.keys(SUPPORTED_ACTIONS))
    assert.ok(Object.hasOwn(EN, `requiredAction.${alias}`), alias);
});

test('the texts contain no markup', () => {
  for (const text of Object.values(EN)) assert.doesNotMatch(text, /[<>&]/);
});
