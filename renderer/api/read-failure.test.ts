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
  assert.equal(messageOf(400, body), 'email: error-invalid-email');
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
    { field: 'email', message: 'error-invalid-email' },
    { message: 'error-user-attribute-required' },
  ]);
  assert.equal(messageOf(400, body), 'email: error-invalid-email; error-user-attribute-required');
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
