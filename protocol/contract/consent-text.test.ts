import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readableConsentText } from './consent-text.ts';

const key = (name: string) => `\${${name}}`;

test("Keycloak's message keys are converted to words, custom texts stay, an unknown key or an empty text becomes the name", () => {
  assert.equal(readableConsentText(key('emailScopeConsentText'), 'email'), 'Email address');
  assert.equal(readableConsentText('Your orders', 'orders'), 'Your orders');
  assert.equal(readableConsentText(key('theirs'), 'orders'), 'orders');
  assert.equal(readableConsentText('', 'orders'), 'orders');
});
