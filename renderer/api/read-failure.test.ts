import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFailure, readProblems } from './read-failure.ts';

test("admin API: a conflict is told in the server's words", () => {
  assert.equal(readFailure(409, '{"errorMessage":"Client x already exists"}'), 'Client x already exists');
});

test('admin API: a validation error names its field', () => {
  const body = JSON.stringify({
    errors: [{ field: 'email', errorMessage: 'error-invalid-email', params: [] }],
  });
  assert.equal(readFailure(400, body), 'email: error-invalid-email');
});

test('admin API: a description goes before the bare code', () => {
  assert.equal(
    readFailure(400, '{"error":"invalid_request","error_description":"Cannot parse the JSON"}'),
    'Cannot parse the JSON',
  );
});

test('admin API: a bare status gets a sentence that says what to do', () => {
  assert.match(readFailure(403, '{"error":"HTTP 403 Forbidden"}'), /administrator/);
  assert.match(readFailure(500, '<html>'), /status 500/);
  assert.match(readFailure(404, '[]'), /list/);
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
  assert.deepEqual(readProblems(body), [
    { field: 'email', message: 'error-invalid-email' },
    { message: 'error-user-attribute-required' },
  ]);
  assert.equal(readFailure(400, body), 'email: error-invalid-email; error-user-attribute-required');
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
    assert.deepEqual(readProblems(body), [], body);
});
