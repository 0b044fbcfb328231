import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFailure } from './read-failure.ts';

const messageOf = (status: number, body: string): string => readFailure(status, body).message;

test("admin API: a conflict is told in the server's words", () => {
  assert.equal(messageOf(409, '{"errorMessage":"Client x already exists"}'), 'Client x already exists');
});

test('admin API: a validation error names its field', () => {
  const body = JSON.stringify({
    errors: [{ field: 'email', errorMessage: 'error-invalid-email', params: [] }],
  });
  assert.equal(messageOf(400, body), 'email: This is not a valid e-mail address.');
});

test('admin API: a description goes before the bare code', () => {
  assert.equal(
    messageOf(400, '{"error":"invalid_request","error_description":"Cannot parse the JSON"}'),
    'Cannot parse the JSON',
  );
});

test('admin API: a bare status gets a sentence that says what to do', () => {
  assert.match(messageOf(403, '{"error":"HTTP 403 Forbidden"}'), /administrator/);
  assert.match(messageOf(500, '<html>'), /status 500/);
  assert.match(messageOf(404, '[]'), /list/);
});

test('admin API: every fault of a validation is read with its field', () => {
  const body = JSON.stringify({
    errors: [
      { field: 'email', errorMessage: 'error-invalid-email' },
      { errorMessage: 'error-user-attribute-required' },
      'nonsense',
      null,
    ],
  });
  assert.deepEqual(readFailure(400, body).problems, [
    { field: 'email', message: 'This is not a valid e-mail address.' },
    { message: 'A value is required.' },
  ]);
  assert.equal(messageOf(400, body), 'email: This is not a valid e-mail address. A value is required.');
});

test('admin API: a fault that names no field gets the one that it is about', () => {
  const failure = readFailure(400, '{"errorMessage":"User name is missing"}');
  assert.equal(failure.message, 'Enter a username.');
  assert.deepEqual(failure.problems, [{ field: 'username', message: 'Enter a username.' }]);
});

test('admin API: a key that is not known is shown as it is', () => {
  assert.equal(messageOf(400, '{"errorMessage":"error-of-an-extension"}'), 'error-of-an-extension');
});

test('admin API: an answer without a fault has none', () => {
  for (const body of [
    '',
    '<html>',
    '[]',
    'null',
    '{"error":""}',
    '{"errors":"x"}',
    '{"error":"HTTP 403 Forbidden"}',
  ])
    assert.deepEqual(readFailure(400, body).problems, [], body);
});
