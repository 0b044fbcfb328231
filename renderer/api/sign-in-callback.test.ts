import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCallback, signInUrl } from './sign-in-callback.ts';

const pending = { state: 's1', verifier: 'v1', hash: '#/users' };

test('RFC 7636 §4.3: the console sends an S256 challenge', () => {
  const url = signInUrl({
    endpoint: '/auth',
    clientId: 'security-admin-console',
    redirectUri: 'http://127.0.0.1:8080/console/',
    state: 's1',
    challenge: 'c1',
  });
  const parameters = new URL(url, 'http://127.0.0.1').searchParams;
  assert.equal(parameters.get('code_challenge_method'), 'S256');
  assert.equal(parameters.get('code_challenge'), 'c1');
  assert.equal(parameters.get('redirect_uri'), 'http://127.0.0.1:8080/console/');
});

test('RFC 6749 §4.1.2: a code with the expected state is accepted', () => {
  assert.deepEqual(readCallback('?code=abc&state=s1&iss=x', pending), {
    kind: 'code',
    code: 'abc',
    verifier: 'v1',
  });
});

test('RFC 6749 §10.12: a response with another state, or without a pending sign-in, is dropped', () => {
  assert.equal(readCallback('?code=abc&state=other', pending).kind, 'stale');
  assert.equal(readCallback('?code=abc&state=s1', undefined).kind, 'stale');
  assert.equal(readCallback('?code=abc', pending).kind, 'stale');
  assert.equal(readCallback('?error=access_denied&state=other', pending).kind, 'stale');
});

test('RFC 6749 §4.1.2.1: an error is shown with its description', () => {
  const callback = readCallback('?error=access_denied&error_description=Not+you&state=s1', pending);
  assert.deepEqual(callback, { kind: 'refused', message: 'The server rejected the sign-in: Not you.' });
});

test('RFC 6749 §4.1.2: a response with neither code nor error is dropped', () => {
  assert.equal(readCallback('?state=s1', pending).kind, 'stale');
});
