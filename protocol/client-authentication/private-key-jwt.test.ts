import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { signJws } from '#protocol/crypto/jws.ts';
import { SIGNATURE_FAILED } from './signature-algorithm.ts';
import { signAssertion, signerJwks, withClientAuthentication } from './testing/realm.ts';

test('OIDC Core §9: an assertion signed with the private key is accepted', async () => {
  await withClientAuthentication(async ({ postAssertion, claims }) => {
    assert.deepEqual((await postAssertion(await signAssertion(claims('signer')))).body, {
      client: 'signer',
      method: 'private_key_jwt',
    });
  });
});

test('a signature by another key is rejected', async () => {
  await withClientAuthentication(async ({ postAssertion, claims }) => {
    const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const outcome = await postAssertion(
      await signJws({ kid: 'k1', algorithm: 'ES256', key }, claims('signer')),
    );
    assert.deepEqual(
      [outcome.status, outcome.body['error'], outcome.body['error_description']],
      [400, 'invalid_client', SIGNATURE_FAILED],
    );
    assert.match(outcome.remedy ?? '', /jwks\.string/);
  });
});

test('a modified claim is rejected', async () => {
  await withClientAuthentication(async ({ postAssertion, claims }) => {
    const [header, , signature] = (await signAssertion(claims('signer'))).split('.');
    const other = Buffer.from(JSON.stringify(claims('signer', { exp: 9_999_999_999 }))).toString('base64url');
    assert.equal(
      (await postAssertion(`${header}.${other}.${signature}`)).body['error_description'],
      SIGNATURE_FAILED,
    );
  });
});

test('an unknown kid is rejected, and the reason names it', async () => {
  await withClientAuthentication(async ({ postAssertion, claims }) => {
    const outcome = await postAssertion(await signAssertion(claims('signer'), { kid: 'other' }));
    assert.equal(outcome.status, 400);
    assert.match(outcome.reason ?? '', /kid other/);
  });
});

test('RFC 8725 §3.1: alg none and an HMAC keyed with the public key are rejected', async () => {
  await withClientAuthentication(async ({ postAssertion, claims }) => {
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const payload = encode(claims('signer'));
    const none = await postAssertion(`${encode({ alg: 'none' })}.${payload}.`);
    assert.deepEqual([none.status, none.body['error_description']], [400, 'Invalid signature algorithm']);
    const input = `${encode({ alg: 'HS256' })}.${payload}`;
    const confused = await postAssertion(
      `${input}.${createHmac('sha256', signerJwks).update(input).digest('base64url')}`,
    );
    assert.equal(confused.body['error'], 'invalid_client');
    assert.notEqual(confused.status, 200);
  });
});

test('a client without keys answers 400 unauthorized_client, and the remedy names the attributes', async () => {
  await withClientAuthentication(async ({ postAssertion, claims }) => {
    const outcome = await postAssertion(await signAssertion(claims('keyless')));
    assert.deepEqual(
      [outcome.status, outcome.body],
      [400, { error: 'unauthorized_client', error_description: 'Client credentials setup required' }],
    );
    assert.match(outcome.remedy ?? '', /jwks\.url/);
  });
});

test('a client that authenticates with its secret cannot use an assertion', async () => {
  await withClientAuthentication(async ({ postAssertion, claims }) => {
    const outcome = await postAssertion(await signAssertion(claims('web')));
    assert.deepEqual([outcome.status, outcome.body['error']], [401, 'invalid_client']);
  });
});
