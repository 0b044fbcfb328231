import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REQUIRED_ACTIONS } from '../required-actions/table.ts';
import { FORM_CASES } from './form-cases.ts';

test('every required action that has a form is in the table', () => {
  const names = FORM_CASES.map(({ name }) => name.replace(/,.*/, ''));
  for (const action of Object.keys(REQUIRED_ACTIONS)) assert.ok(names.includes(action), action);
});
