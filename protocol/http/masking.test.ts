import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  decodeLeniently,
  isSecretParameter,
  MASK,
  maskJson,
  maskUrl,
  shownHeader,
  shownValue,
} from './masking.ts';

test('parameters that carry credentials, codes and tokens are secrets', () => {
  for (const name of [
    'client_secret',
    'client_session_state',
    'password',
    'code',
    'code_verifier',
    'client_assertion',
    'refresh_token',
    'id_token_hint',
    'jwt',
    'session_code',
    'TOKEN',
    'totpSecret',
    'recoveryCodeInput',
    'generatedRecoveryAuthnCodes',
  ]) {
    assert.equal(isSecretParameter(name), true, name);
  }
  for (const name of ['client_id', 'state', 'nonce', 'scope', 'redirect_uri', 'code_challenge', 'error']) {
    assert.equal(isSecretParameter(name), false, name);
  }
});

test('secrets in JSON are masked at any depth, whatever their type; the original value is not changed', () => {
  const value = {
    access_token: 'a',
    list: [{ refresh_token: 'b', scope: 'openid' }],
    config: { privateKey: ['k1', 'k2'], secret: '' },
    n: 1,
  };
  assert.deepEqual(maskJson(value), {
    access_token: MASK,
    list: [{ refresh_token: MASK, scope: 'openid' }],
    config: { privateKey: [MASK, MASK], secret: '' },
    n: 1,
  });
  assert.equal(value.access_token, 'a');
});

test('realm-admin A7: secrets of identity providers and user federation are masked', () => {
  const config = { clientId: 'c', clientSecret: 's', bindDn: 'cn=a', bindCredential: ['b'] };
  assert.deepEqual(maskJson({ identityProviders: [{ config }] }), {
    identityProviders: [{ config: { ...config, clientSecret: MASK, bindCredential: [MASK] } }],
  });
});

test('Keycloak adapters: the session identifiers of a logout action are masked', () => {
  const action = { action: 'LOGOUT', adapterSessionIds: ['s1', 's2'], keycloakSessionIds: ['k'] };
  assert.deepEqual(maskJson(action), { ...action, adapterSessionIds: [MASK, MASK] });
});

test('the value of an admin API credential is masked, that of other objects is not', () => {
  assert.deepEqual(maskJson({ credentials: [{ type: 'password', value: 'x', temporary: false }] }), {
    credentials: [{ type: 'password', value: MASK, temporary: false }],
  });
  assert.deepEqual(maskJson({ type: 'text', value: 'x' }), { type: 'text', value: 'x' });
});

test('RFC 7518 §6: private members of a key are masked, public ones shown', () => {
  assert.deepEqual(maskJson({ kty: 'RSA', n: 'n', e: 'AQAB', d: 'd', p: 'p' }), {
    kty: 'RSA',
    n: 'n',
    e: 'AQAB',
    d: MASK,
    p: MASK,
  });
  assert.deepEqual(maskJson({ d: 'no key' }), { d: 'no key' });
});

test('a URL keeps everything but secrets byte for byte', () => {
  assert.equal(
    maskUrl('http://a/cb?state=%7e1&code=abc#id_token=x&b'),
    `http://a/cb?state=%7e1&code=${MASK}#id_token=${MASK}&b`,
  );
  assert.equal(maskUrl('http://a/cb?c%6fde=abc'), `http://a/cb?c%6fde=${MASK}`);
  assert.equal(maskUrl('/x'), '/x');
});

test('credentials in headers keep only their scheme', () => {
  assert.deepEqual(shownHeader('authorization', 'Basic abc', false), {
    name: 'authorization',
    value: `Basic ${MASK}`,
    secret: true,
  });
  assert.deepEqual(shownHeader('Authorization', 'odd', false), {
    name: 'Authorization',
    value: MASK,
    secret: true,
  });
  assert.deepEqual(shownHeader('cookie', 'a=1; b=2', false), { name: 'cookie', value: MASK, secret: true });
  assert.deepEqual(shownHeader('authorization', 'Basic abc', true), {
    name: 'authorization',
    value: 'Basic abc',
    secret: true,
  });
});

test('Set-Cookie keeps name and attributes', () => {
  assert.equal(
    shownHeader('set-cookie', 'A=secret; Path=/; HttpOnly', false).value,
    `A=${MASK}; Path=/; HttpOnly`,
  );
  assert.equal(shownHeader('set-cookie', 'A=; Max-Age=0', false).value, 'A=; Max-Age=0');
});

test('codes in a Referer are masked', () => {
  assert.equal(shownHeader('referer', 'http://a/?code=x', false).value, `http://a/?code=${MASK}`);
});

test('values that are not secret are shown, and empty secrets are not masked', () => {
  assert.deepEqual(shownValue('scope', 'openid', false, false), { name: 'scope', value: 'openid' });
  assert.deepEqual(shownValue('password', '', true, false), { name: 'password', value: '', secret: true });
});

test('invalid percent-encoding is shown unchanged', () => {
  assert.equal(decodeLeniently('a%20b+c'), 'a b c');
  assert.equal(decodeLeniently('%zz'), '%zz');
});

test('no secret in a URL survives masking', () => {
  const secret = fc.string({ unit: fc.constantFrom(...'SECRET019-_.~%'), minLength: 4 });
  const name = fc.constantFrom('code', 'id_token', 'access_token', 'session_code');
  fc.assert(
    fc.property(name, secret, fc.constantFrom('?', '#', '?a=b&', '#a=b&'), (parameter, value, mark) => {
      assert.equal(
        maskUrl(`https://app.example/cb${mark}${parameter}=${value}&x=1`),
        `https://app.example/cb${mark}${parameter}=${MASK}&x=1`,
      );
    }),
  );
});

test("a credential's plain password is masked with or without its type; other values are shown", () => {
  assert.deepEqual(maskJson({ value: 'x' }), { value: MASK });
  assert.deepEqual(maskJson({ type: null, value: 'x' }), { type: null, value: MASK });
  assert.deepEqual(maskJson({ type: 'password', value: 'x' }), { type: 'password', value: MASK });
  assert.deepEqual(maskJson({ type: 'text', value: 'x' }), { type: 'text', value: 'x' });
});

test('generated private keys of a realm file are masked', () => {
  assert.deepEqual(maskJson({ config: { ecdsaPrivateKey: ['x'] } }), { config: { ecdsaPrivateKey: [MASK] } });
});
