import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJws, signJws, verifyJws } from '#protocol/crypto/jws.ts';
import { createForeignKeys } from './foreign-keys.ts';

const keys = createForeignKeys({ now: () => 0 });

for (const algorithm of ['RS256', 'PS512', 'ES256', 'ES512', 'EdDSA', 'HS256']) {
  test(`test kit "faults": ${algorithm} has a foreign key that signs, always the same`, async () => {
    const key = await keys.find(algorithm);
    assert.equal(await keys.find(algorithm), key);
    const token = decodeJws(await signJws({ kid: 'k', algorithm, key }, { sub: 'x' }));
    const other = await createForeignKeys({ now: () => 0 }).find(algorithm);
    assert.ok(token);
    assert.equal(verifyJws(token, { kid: 'k', algorithm, key: other }), false);
  });
}

test('test kit "faults": an unknown algorithm has no key, also the second time', async () => {
  for (const _attempt of [1, 2]) await assert.rejects(keys.find('XS256'), /no key can be made for XS256/);
});
