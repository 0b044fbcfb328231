import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProfileFault } from '#protocol/realm/profile/check-profile.ts';
import { EN } from '../texts/table.ts';
import { messageOfFault } from './fault-message.ts';

const fault = (changes: Partial<ProfileFault>): ProfileFault => ({
  field: 'pet',
  kind: 'invalid',
  key: 'error-invalid-length',
  params: ['1', '9'],
  text: 'Length must be between 1 and 9.',
  ...changes,
});

test('Keycloak user profile: the first value of a message is the attribute', () => {
  const { key, params } = messageOfFault(fault({}));
  assert.equal(key, 'error-invalid-length');
  assert.deepEqual(params, ['pet', '1', '9']);
});

test('Keycloak login theme: what is missing is named where Keycloak has a text for it', () => {
  const missing = { kind: 'missing', key: 'error-user-attribute-required', params: [] } as const;
  for (const text of [EN.missingEmailMessage, EN.missingLastNameMessage, EN.missingUsernameMessage])
    assert.equal(EN[messageOfFault(fault({ ...missing, text })).key as 'missingEmailMessage'], text);
  assert.equal(messageOfFault(fault({ ...missing, text: 'Please specify nick.' })).key, missing.key);
});

test('a size without an upper end has its own message', () => {
  const size = { key: 'error-invalid-multivalued-size', params: ['2', ''] };
  assert.equal(messageOfFault(fault(size)).key, 'understudy.tooFewValues');
  assert.equal(messageOfFault(fault({ ...size, params: ['2', '3'] })).key, size.key);
});
