import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { test } from 'node:test';
import { signJws } from '#protocol/crypto/jws.ts';
import { SIGNATURE_FAILED } from './signature-algorithm.ts';
import { SECRET, signAssertion, withClientAuthentication } from './testing/realm.ts';

function sign(claims: object, secret: string = SECRET, algorithm = 'HS256'): Promise<string> {
  return signJws({ kid: '', algorithm, key: createSecretKey(secret, 'utf8') }, claims);
}

test('OIDC Core §9: an assertion signed with the secret is accepted with every HMAC algorithm', async () => {
  await withClientAuthentication(async ({ postAssertion, claims }) => {
    for (const algorithm of ['HS256', 'HS384', 'HS512']) {
      const outcome = await postAssertion(await sign(claims('hmac'), SECRET, algorithm));
      assert.deepEqual(outcome.body, { client: 'hmac', method: 'client_secret_jwt' }, algorithm);
    }
  });
});

test('an assertion signed with another secret answers 400 invalid_client', async () => {
  await withClientAuthentication(async ({ postAssertion, claims }) => {
    const outcome = await postAssertion(await sign(claims('hmac'), 'x'.repeat(64)));
    assert.deepEqual(
      [outcome.status, outcome.body],
      [400, { error: 'invalid_client', error_description: SIGNATURE_FAILED }],
    );
  });
});

test('an assertion signed with a private key is rejected', async () => {
  await withClientAuthentication(async ({ postAssertion, claims }) => {
    assert.equal((await postAssertion(await signAssertion(claims('hmac')))).status, 401);
  });
});

test('a client that authenticates with its secret cannot use an assertion', async () => {
  await withClientAuthentication(async ({ postAssertion, claims }) => {
    const outcome = await postAssertion(await sign(claims('web')));
    assert.deepEqual([outcome.status, outcome.body['error']], [401, 'invalid_client']);
    assert.match(outcome.remedy ?? '', /client_secret_basic or client_secret_post/);
  });
});
