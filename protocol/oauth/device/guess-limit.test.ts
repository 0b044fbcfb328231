// The limit on wrong user codes, without a server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMovableClock } from '#protocol/clock.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createGuessLimit, type Guesser } from './guess-limit.ts';

test('RFC 8628 §5.1: wrong codes are counted by realm and address until the window ends', () => {
  const clock = createMovableClock({ now: () => 0 });
  const limit = createGuessLimit(createMemoryStore());
  const from = (realmId: string, remoteAddress: string): Guesser => ({
    realm: { id: realmId },
    remoteAddress,
    clock,
  });
  const guesser = from('r', '192.0.2.1');
  for (let count = 0; count < 20; count++) {
    assert.equal(limit.waitSeconds(guesser), 0);
    limit.count(guesser);
  }
  clock.setOffsetMs(1000);
  assert.equal(limit.waitSeconds(guesser), 299);
  assert.equal(limit.waitSeconds(from('r', '192.0.2.2')), 0);
  assert.equal(limit.waitSeconds(from('other', '192.0.2.1')), 0);
  clock.setOffsetMs(300_000);
  assert.equal(limit.waitSeconds(guesser), 0);
});
