import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepRefreshToken } from './provider-token.ts';

test('Keycloak stored token: a response without a refresh token keeps the one before', () => {
  const before = '{"access_token":"a","refresh_token":"r","refresh_expires_in":60}';
  assert.deepEqual(JSON.parse(keepRefreshToken(before, '{"access_token":"b"}')), {
    access_token: 'b',
    refresh_token: 'r',
    refresh_expires_in: 60,
  });
  const received = '{"access_token":"b","refresh_token":"s"}';
  assert.equal(keepRefreshToken(before, received), received);
  assert.equal(keepRefreshToken('{"refresh_token":"r"}', '{}'), '{"refresh_token":"r"}');
});

test('a token that is no JSON object is stored as it is', () => {
  const before = '{"refresh_token":"r"}';
  for (const received of ['<Assertion/>', '[]', 'null', '"x"'])
    assert.equal(keepRefreshToken(before, received), received);
  for (const odd of [undefined, '', '<a/>', '[]', '{}'])
    assert.equal(keepRefreshToken(odd, '{"a":1}'), '{"a":1}');
});
