import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as jose from 'jose';
import { createDpopKey } from './dpop-key.ts';

test('an independent library verifies a test proof with the key in its header', async () => {
  const key = createDpopKey();
  const proof = await key.prove({ htm: 'POST', htu: 'http://x/y', iat: 1, accessToken: 't' });
  const { payload, protectedHeader } = await jose.jwtVerify(proof, jose.EmbeddedJWK, { typ: 'dpop+jwt' });
  assert.deepEqual([payload['htm'], payload['htu'], payload.iat], ['POST', 'http://x/y', 1]);
  assert.equal(await jose.calculateJwkThumbprint(protectedHeader.jwk ?? { kty: '' }), key.jkt);
});
