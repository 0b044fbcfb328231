import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { beginRsaPair, takeRsaPair } from './rsa-pairs.ts';

type Pair = Awaited<ReturnType<typeof takeRsaPair>>;

const sizeOf = ({ privateKey }: Pair): number | undefined => privateKey.asymmetricKeyDetails?.modulusLength;

// Consume pairs that a test started but did not take.
afterEach(() => takeRsaPair(2048));

test('a prepared pair goes to one caller; the next caller gets another one', async () => {
  beginRsaPair();
  const [first, second] = await Promise.all([takeRsaPair(2048), takeRsaPair(2048)]);
  assert.equal(first.privateKey.equals(second.privateKey), false);
  assert.deepEqual([sizeOf(first), sizeOf(second)], [2048, 2048]);
});

test('preparing a pair twice gives one pair', async () => {
  beginRsaPair();
  const begun = takeRsaPair(2048);
  beginRsaPair();
  beginRsaPair();
  const again = takeRsaPair(2048);
  assert.notEqual(begun, again);
  assert.equal((await begun).privateKey.equals((await again).privateKey), false);
});

test('a caller that needs another size does not get the prepared pair', async () => {
  beginRsaPair();
  const larger = await takeRsaPair(3072);
  assert.equal(sizeOf(larger), 3072);
  assert.equal(sizeOf(await takeRsaPair(2048)), 2048);
});

test('without a prepared pair each caller gets its own pair of the right size', async () => {
  const { publicKey, privateKey } = await takeRsaPair(2048);
  assert.equal(privateKey.type, 'private');
  assert.equal(publicKey.asymmetricKeyType, 'rsa');
});

test('an impossible size is rejected', async () => {
  beginRsaPair();
  await assert.rejects(async () => takeRsaPair(1), /key size|modulus|too small/i);
});
