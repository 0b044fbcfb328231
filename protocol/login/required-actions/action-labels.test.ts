import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGLISH } from '../testing/page-texts.ts';
import { actionLabel } from './action-labels.ts';

test('Keycloak login theme: the names of required actions for people', () => {
  assert.equal(actionLabel(ENGLISH, 'UPDATE_PASSWORD'), 'Update Password');
  assert.equal(actionLabel(ENGLISH, 'terms_and_conditions'), 'Terms and Conditions');
  for (const name of ['my-action', 'constructor', '']) assert.equal(actionLabel(ENGLISH, name), name);
});
