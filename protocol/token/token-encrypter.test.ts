import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import * as jose from 'jose';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { clientOf, testRealm } from '#protocol/realm/testing/realm.ts';
import { createTokenEncrypter, wantsEncryption } from './token-encrypter.ts';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const encrypter = createTokenEncrypter({
  find: async (_client, algorithm) =>
    algorithm.startsWith('RSA') ? { kid: 'k', jwk: pair.publicKey.export({ format: 'jwk' }) } : undefined,
});
const what = 'id.token.encrypted.response';
const client = (attributes: Record<string, string>) =>
  clientOf(testRealm({ clients: [{ clientId: 'web', attributes }] }), 'web');
const encrypt = (attributes: Record<string, string>) =>
  encrypter.encrypt(client(attributes), what, { text: 'a.b.c', contentType: 'JWT' }, 0);

test('OIDC Core §10.2: nothing is encrypted without the attribute', async () => {
  assert.equal(wantsEncryption(client({}), what), false);
  assert.equal(await encrypt({}), 'a.b.c');
});

test('OIDC Registration §2: enc is A128CBC-HS256 unless the client sets another', async () => {
  for (const [enc, expected] of [
    ['', 'A128CBC-HS256'],
    ['A256GCM', 'A256GCM'],
  ] as const) {
    const jwe = await encrypt({ [`${what}.alg`]: 'RSA-OAEP', [`${what}.enc`]: enc });
    const { plaintext, protectedHeader } = await jose.compactDecrypt(jwe, pair.privateKey);
    assert.equal(new TextDecoder().decode(plaintext), 'a.b.c');
    assert.equal(protectedHeader.enc, expected);
    assert.equal(decodeJws(jwe), undefined);
  }
});

test('RFC 8725 §3.2: an unsupported algorithm or a missing client key is rejected by the name of the setting', async () => {
  for (const [attributes, remedy] of [
    [{ [`${what}.alg`]: 'RSA1_5' }, /id\.token\.encrypted\.response\.alg.*RSA-OAEP/],
    [{ [`${what}.alg`]: 'RSA-OAEP', [`${what}.enc`]: 'none' }, /id\.token\.encrypted\.response\.enc/],
    [{ [`${what}.alg`]: 'ECDH-ES' }, /jwks\.string of client web/],
  ] as const) {
    await assert.rejects(encrypt(attributes), (error) => {
      assert.ok(error instanceof OAuthError);
      assert.deepEqual([error.code, error.status], ['invalid_client', 400]);
      assert.match(error.remedy ?? '', remedy);
      return true;
    });
  }
});
