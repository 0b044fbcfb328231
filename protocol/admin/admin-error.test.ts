import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AdminError,
  badRequest,
  conflict,
  forbidden,
  invalid,
  notFound,
  unauthorized,
  unreadable,
} from './admin-error.ts';

const CASES: readonly (readonly [AdminError, number, object])[] = [
  [notFound('User not found'), 404, { error: 'User not found' }],
  [conflict('exists'), 409, { errorMessage: 'exists' }],
  [invalid('must not'), 400, { errorMessage: 'must not' }],
  [badRequest('lacks'), 400, { error: 'lacks' }],
  [
    unreadable('a must be b'),
    400,
    { error: 'unknown_error', error_description: 'Cannot parse the JSON: a must be b' },
  ],
  [forbidden(), 403, { error: 'HTTP 403 Forbidden' }],
  [unauthorized(), 401, { error: 'HTTP 401 Unauthorized' }],
];

for (const [error, status, body] of CASES) {
  test(`realm-admin C2: ${status} is sent as ${JSON.stringify(body)}`, () => {
    assert.deepEqual([error.status, error.body], [status, body]);
    assert.ok(error.message.startsWith(String(status)));
  });
}
