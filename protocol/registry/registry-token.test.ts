import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { startRegistryServer } from './testing/server.ts';

test('distribution token JWT: after a key rotation the new key signs', async () => {
  const server = await startRegistryServer();
  const kid = async (): Promise<string | undefined> =>
    decodeJws(String((await server.request('service=registry', 'alice:alice:password')).body['token']))
      ?.header.kid;
  const before = await kid();
  assert.equal(await kid(), before);
  await server.keys.rotate('demo', 'RS256');
  assert.notEqual(await kid(), before);
  await server.stop();
});

test('distribution token JWT: two tokens issued in the same second differ', async () => {
  const server = await startRegistryServer();
  const token = async (): Promise<unknown> =>
    (await server.request('service=registry', 'alice:alice:password')).body['token'];
  assert.notEqual(await token(), await token());
  await server.stop();
});
