import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuseRequest } from './request-refusal.ts';

test('RFC 9101 §6: the user sees a short text, the developer the reason and the remedy', () => {
  const error = refuseRequest('because', 'do this');
  assert.deepEqual(
    [error.code, error.status, error.description, error.reason, error.remedy, error.section],
    ['invalid_request_object', 400, 'Invalid Request', 'because', 'do this', 'OIDC Core §6.1'],
  );
});

test('RFC 9101 §6: refusing a request_uri has its own code', () => {
  const { code, section } = refuseRequest('a', 'b', { code: 'invalid_request_uri', section: 'RFC 9126 §4' });
  assert.deepEqual([code, section], ['invalid_request_uri', 'RFC 9126 §4']);
});
