import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGLISH } from '../testing/page-texts.ts';
import { renderActionButtons } from './action-buttons.ts';

test('Keycloak login theme: only an action that the application started has a cancel button', () => {
  const cancel = /<button type="submit" id="kc-cancel" name="cancel-aia" value="true" formnovalidate[^>]*>/;
  assert.match(String(renderActionButtons(ENGLISH, { isInitiated: true })), cancel);
  assert.doesNotMatch(String(renderActionButtons(ENGLISH, { isInitiated: false })), /cancel-aia/);
});
