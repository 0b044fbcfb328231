import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messageOf, messageOfDescription } from './message.ts';

test('a message has its English text with its values', () => {
  assert.equal(
    messageOf('emailUpdated', 'a@b.test').text,
    'The account email has been successfully updated to a@b.test.',
  );
  assert.equal(messageOf('doNo').text, 'No');
});

test('the description of an error is the message with this English text', () => {
  for (const [description, key, params] of [
    ['Client not found.', 'clientNotFoundMessage', []],
    ['Invalid value.', 'error-pattern-no-match', []],
    ['Invalid parameter: redirect_uri', 'invalidParameterMessage', ['redirect_uri']],
    ['Missing parameters: id_token_hint', 'understudy.missingParameters', ['id_token_hint']],
  ] as const)
    assert.deepEqual(messageOfDescription(description), { key, params, text: description });
});

test('a description that is no message stays as it is, whatever it contains', () => {
  for (const text of ['', 'toString', '__proto__', 'Client not found', 'x'.repeat(100_000), '{0}'])
    assert.deepEqual(messageOfDescription(text), { key: '', params: [], text });
});
