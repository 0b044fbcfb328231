import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  INVALID_CREDENTIALS,
  invalidAssertion,
  invalidClient,
  setupRequired,
  wrongSecret,
} from './refusals.ts';

test('RFC 6749 §5.2: an unknown client and a wrong secret share one description but have different codes', () => {
  const unknown = invalidClient('reason', 'remedy');
  const wrong = wrongSecret('reason', 'remedy');
  assert.deepEqual(
    [unknown.code, unknown.status, unknown.description],
    ['invalid_client', 401, INVALID_CREDENTIALS],
  );
  assert.deepEqual(
    [wrong.code, wrong.status, wrong.description],
    ['unauthorized_client', 401, INVALID_CREDENTIALS],
  );
});

test('RFC 7523 §3: an invalid assertion and missing setup answer 400', () => {
  const bad = invalidAssertion('Token reuse detected', { remedy: 'x' });
  assert.deepEqual(
    [bad.code, bad.status, bad.description, bad.remedy],
    ['invalid_client', 400, 'Token reuse detected', 'x'],
  );
  const missing = setupRequired('reason', 'remedy');
  assert.deepEqual([missing.code, missing.status, missing.reason], ['unauthorized_client', 400, 'reason']);
});
