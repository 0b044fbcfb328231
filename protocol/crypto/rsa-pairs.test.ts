import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { beginRsaPair, takeRsaPair } from './rsa-pairs.ts';

type Pair = Awaited<ReturnType<typeof takeRsaPair>>;

const sizeOf = ({ privateKey }: Pair): number | undefined => privateKey.asymmetricKeyDetails?.modulusLength;

// What a test began and did not take is not the next one's.
afterEach(() => takeRsaPair(2048));

test('issue 12: a pair that was begun goes to one caller; the next one gets another', async () => {
  beginRsaPair();
  const [first, second] = await Promise.all([takeRsaPair(2048), takeRsaPair(2048)]);
  assert.equal(first.privateKey.equals(second.privateKey), false);
  assert.deepEqual([sizeOf(first), sizeOf(second)], [2048, 2048]);
});

test('issue 12: a pair that is begun twice is one pair', async () => {
  beginRsaPair();
  const begun = takeRsaPair(2048);
  beginRsaPair();
  beginRsaPair();
  const again = takeRsaPair(2048);
  assert.notEqual(begun, again);
  assert.equal((await begun).privateKey.equals((await again).privateKey), false);
});

test('issue 12: a caller who needs another size does not get the pair that was begun', async () => {
  beginRsaPair();
  const larger = await takeRsaPair(3072);
  assert.equal(sizeOf(larger), 3072);
  assert.equal(sizeOf(await takeRsaPair(2048)), 2048);
});

test('issue 12: without a pair that was begun each caller gets one of its own, which fits', async () => {
  const { publicKey, privateKey } = await takeRsaPair(2048);
  assert.equal(privateKey.type, 'private');
  assert.equal(publicKey.asymmetricKeyType, 'rsa');
});

test('issue 12: a size that cannot be made is refused to the caller', async () => {
  beginRsaPair();
  await assert.rejects(async () => takeRsaPair(1), /key size|modulus|too small/i);
});
