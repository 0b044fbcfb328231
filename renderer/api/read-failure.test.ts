import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFailure } from './read-failure.ts';

const messageOf = (status: number, body: string): string => readFailure(status, body).message;

test("admin API: a conflict is shown with the server's message", () => {
  assert.equal(messageOf(409, '{"errorMessage":"Client x already exists"}'), 'Client x already exists');
});

test('admin API: a validation error names its field', () => {
  const body = JSON.stringify({
    errors: [{ field: 'email', errorMessage: 'error-invalid-email', params: [] }],
  });
  assert.equal(messageOf(400, body), 'email: This is not a valid e-mail address.');
});

test('admin API: a description takes precedence over the code', () => {
  assert.equal(
    messageOf(400, '{"error":"invalid_request","error_description":"Cannot parse the JSON"}'),
    'Cannot parse the JSON',
  );
});

test('admin API: a status without a message gets a sentence that says what to do', () => {
  assert.match(messageOf(403, '{"error":"HTTP 403 Forbidden"}'), /administrator/);
  assert.match(messageOf(500, '<html>'), /status 500/);
  assert.match(messageOf(404, '[]'), /list/);
});

test('admin API: every problem of a validation is read with its field', () => {
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

test('admin API: the limits of a validation are part of its message', () => {
  const error = { field: 'age', errorMessage: 'error-number-out-of-range', params: ['age', 1, 5] };
  const body = JSON.stringify({ ...error, error_description: 'age: …' });
  assert.equal(messageOf(400, body), 'age: Enter a number from 1 to 5.');
});

test('admin API: several problems are read one by one, even if a description repeats them', () => {
  const errors = [
    { field: 'phone', errorMessage: 'error-invalid-value' },
    { field: 'cost', errorMessage: 'error-user-attribute-required' },
  ];
  const body = JSON.stringify({ errors, error_description: 'phone: Invalid value. cost: …' });
  assert.deepEqual(
    readFailure(400, body).problems.map(({ field }) => field),
    ['phone', 'cost'],
  );
});

test('admin API: a list without problems leaves the description', () => {
  assert.equal(messageOf(400, '{"errors":[],"error_description":"Too much."}'), 'Too much.');
});

test('admin API: a known problem without a field gets its field', () => {
  const failure = readFailure(400, '{"errorMessage":"User name is missing"}');
  assert.equal(failure.message, 'Enter a username.');
  assert.deepEqual(failure.problems, [{ field: 'username', message: 'Enter a username.' }]);
});

test('admin API: an unknown error key is shown unchanged', () => {
  assert.equal(messageOf(400, '{"errorMessage":"error-of-an-extension"}'), 'error-of-an-extension');
});

test('admin API: a response without a problem has none', () => {
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

test('issue 18 "Console in languages": an error says whether its words are those of the server', () => {
  for (const [body, isServerText] of [
    ['{"errorMessage":"Client x already exists"}', true],
    ['{"errorMessage":"User name is missing"}', false],
    ['<html>', false],
    ['{"errors":[{"errorMessage":"User name is missing"},{"errorMessage":"No."}]}', true],
  ] as const)
    assert.equal(readFailure(409, body).isServerText, isServerText, body);
});
