import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SUPPORTED_ACTIONS } from '#protocol/contract/settings/required-action.ts';
import { ACTION_NAMES } from './action-names.ts';

test('every required action that has a page has a name in every language', () => {
  for (const [language, names] of Object.entries(ACTION_NAMES))
    for (const alias of Object.keys(SUPPORTED_ACTIONS))
      assert.ok(Object.hasOwn(names, `requiredAction.${alias}`), `${language}: ${alias}`);
});

test('no name contains markup or is empty', () => {
  for (const name of Object.values(ACTION_NAMES).flatMap((names) => Object.values(names)))
    assert.match(name, /^[^<>&{}]+$/);
});
