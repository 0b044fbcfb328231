import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readableConsentText } from './consent-text.ts';

const key = (name: string) => `\${${name}}`;

test("Keycloak's message keys are read in words, own texts stay, an unknown key or nothing reads as the name", () => {
  assert.equal(readableConsentText(key('emailScopeConsentText'), 'email'), 'Email address');
  assert.equal(readableConsentText('Your orders', 'orders'), 'Your orders');
  assert.equal(readableConsentText(key('theirs'), 'orders'), 'orders');
  assert.equal(readableConsentText('', 'orders'), 'orders');
});
