import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { clientOf, testRealm } from '#protocol/realm/testing/realm.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { createEncryptionKeyFinder } from './client-encryption-keys.ts';
import { createRemoteJwks } from './remote-jwks.ts';

const jwk = {
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' }),
  kid: 'enc',
};
const document = JSON.stringify({
  keys: [
    { ...jwk, kid: 'sig', use: 'sig' },
    { ...jwk, use: 'enc' },
  ],
});

function client(attributes: Record<string, string>): Client {
  return clientOf(testRealm({ clients: [{ clientId: 'web', attributes }] }), 'web');
}

/** A finder whose remote fetches return the documents in order. */
function finder(...documents: readonly string[]) {
  const left = [...documents];
  const fetch = async (): Promise<Response> => new Response(left.shift() ?? '', { status: 200 });
  return createEncryptionKeyFinder(createRemoteJwks({ log: silentLogger, fetch }));
}

test('OIDC Registration §2: the encryption key in jwks.string is found and the signing key is skipped', async () => {
  const key = await finder().find(client({ 'jwks.string': document }), 'RSA-OAEP', 0);
  assert.equal(key?.kid, 'enc');
});

test('OIDC Registration §2: with use.jwks.url the keys come from jwks.url, which is fetched again if the key is missing', async () => {
  const attributes = { 'use.jwks.url': 'true', 'jwks.url': 'http://app.test/jwks', 'jwks.string': '{}' };
  const keys = finder('{"keys":[]}', document);
  assert.equal(await keys.find(client(attributes), 'RSA-OAEP', 0), undefined);
  assert.equal((await keys.find(client(attributes), 'RSA-OAEP', 60_000))?.kid, 'enc');
});

test('no keys, an invalid set or another algorithm yields no key', async () => {
  for (const text of ['', 'x', '[]', '{"keys":5}', '{"keys":[1,null]}'])
    assert.equal(await finder().find(client({ 'jwks.string': text }), 'RSA-OAEP', 0), undefined);
  assert.equal(await finder().find(client({ 'jwks.string': document }), 'ECDH-ES', 0), undefined);
});
