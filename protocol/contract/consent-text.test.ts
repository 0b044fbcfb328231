import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readableConsentText } from './consent-text.ts';

test("Keycloak's message keys are read in words, own texts stay, an unknown key or nothing reads as the name", () => {
  assert.equal(readableConsentText('${emailScopeConsentText}', 'email'), 'Email address');
  assert.equal(readableConsentText('Your orders', 'orders'), 'Your orders');
  assert.equal(readableConsentText('${theirs}', 'orders'), 'orders');
  assert.equal(readableConsentText('', 'orders'), 'orders');
});
