import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { basic, signAssertion, withClientAuthentication } from './realm.ts';

test('the test endpoint reports the authenticated client, or the reason for a refusal', async () => {
  await withClientAuthentication(async ({ post }) => {
    assert.deepEqual((await post({ client_id: 'spa' })).body, { client: 'spa', method: 'none' });
    assert.notEqual((await post({ client_id: 'web' })).reason, undefined);
  });
});

test('basic() encodes its arguments unchanged, and signAssertion() signs the given claims', async () => {
  assert.deepEqual(basic('a', 'b'), { authorization: 'Basic YTpi' });
  assert.equal(decodeJws(await signAssertion({ sub: 'a' }))?.claims['sub'], 'a');
});

test('claims can be replaced or omitted, and each call has a new jti', async () => {
  await withClientAuthentication(async ({ claims }) => {
    const [one, two] = [claims('c', { exp: undefined }), claims('c')];
    assert.deepEqual('exp' in one && one.exp, undefined);
    assert.notDeepEqual(one, two);
    await Promise.resolve();
  });
});
