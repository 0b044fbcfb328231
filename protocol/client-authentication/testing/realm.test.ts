import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { basic, signAssertion, withClientAuthentication } from './realm.ts';

test('the endpoint of the tests tells who was authenticated, and why not', async () => {
  await withClientAuthentication(async ({ post }) => {
    assert.deepEqual((await post({ client_id: 'spa' })).body, { client: 'spa', method: 'none' });
    assert.notEqual((await post({ client_id: 'web' })).reason, undefined);
  });
});

test('its Basic header holds the parts as given, its assertions the claims', async () => {
  assert.deepEqual(basic('a', 'b'), { authorization: 'Basic YTpi' });
  assert.equal(decodeJws(await signAssertion({ sub: 'a' }))?.claims['sub'], 'a');
});

test('claims can be changed and left out, and jti differs each time', async () => {
  await withClientAuthentication(async ({ claims }) => {
    const [one, two] = [claims('c', { exp: undefined }), claims('c')];
    assert.deepEqual('exp' in one && one.exp, undefined);
    assert.notDeepEqual(one, two);
    await Promise.resolve();
  });
});
