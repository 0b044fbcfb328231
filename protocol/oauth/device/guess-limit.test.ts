// The limit on wrong user codes, without a server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMovableClock } from '#protocol/clock.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createGuessLimit, type Guesser } from './guess-limit.ts';

function setUp() {
  const clock = createMovableClock({ now: () => 0 });
  const store = createMemoryStore();
  const from = (realmId: string, remoteAddress: string): Guesser => ({
    realm: { id: realmId },
    remoteAddress,
    clock,
  });
  return { clock, store, limit: createGuessLimit(store), from, guesser: from('r', '192.0.2.1') };
}

test('RFC 8628 §5.1: wrong codes are counted by realm and address until the window ends', async () => {
  const { clock, limit, from, guesser } = setUp();
  for (let count = 0; count < 20; count++) assert.equal(await limit.begin(guesser), 0);
  clock.setOffsetMs(1000);
  assert.equal(await limit.begin(guesser), 299);
  assert.equal(await limit.begin(from('r', '192.0.2.2')), 0);
  assert.equal(await limit.begin(from('other', '192.0.2.1')), 0);
  clock.setOffsetMs(300_000);
  assert.equal(await limit.begin(guesser), 0);
});

test('RFC 8628 §5.1: codes that are sent at once, to two servers, are all counted', async () => {
  const { store, limit, guesser } = setUp();
  const other = createGuessLimit(store);
  const waits = await Promise.all(
    Array.from({ length: 30 }, (_each, index) => (index % 2 === 0 ? limit : other).begin(guesser)),
  );
  assert.equal(waits.filter((seconds) => seconds === 0).length, 20);
});

test('RFC 8628 §5.1: right codes do not count, and forgive no wrong one', async () => {
  const { limit, guesser } = setUp();
  for (let count = 0; count < 50; count++) {
    assert.equal(await limit.begin(guesser), 0);
    await limit.forgive(guesser);
  }
  for (let count = 0; count < 19; count++) await limit.begin(guesser);
  assert.equal(await limit.begin(guesser), 0);
  await limit.forgive(guesser);
  assert.equal(await limit.begin(guesser), 0);
  assert.equal(await limit.begin(guesser), 300);
});

test('RFC 8628 §5.1: a code that was right without having been counted forgives nothing', async () => {
  const { limit, guesser } = setUp();
  await limit.forgive(guesser);
  for (let count = 0; count < 20; count++) assert.equal(await limit.begin(guesser), 0);
  assert.equal(await limit.begin(guesser), 300);
});
