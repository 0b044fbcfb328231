import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExpiringStore } from './expiring-store.ts';
import { SharedTime } from './shared-time.ts';

function timeAt(): { readonly time: SharedTime; pass(ms: number): number } {
  let now = 1000;
  const time = new SharedTime(() => now);
  return {
    time,
    pass(ms) {
      now += ms;
      return time.elapsedMs();
    },
  };
}

test('shared time passes while every realm follows the machine, also at an offset', () => {
  const { time, pass } = timeAt();
  const start = time.elapsedMs();
  time.follow('a', { offsetMs: 3_600_000 });
  assert.equal(pass(50) - start, 50);
});

test('shared time stands still from the first realm that is frozen until the last one that is not', () => {
  const { time, pass } = timeAt();
  const start = time.elapsedMs();
  time.follow('a', { frozenAt: 5 });
  pass(100);
  time.follow('b', { frozenAt: 7 });
  time.follow('a', { frozenAt: 9 });
  time.follow('a', { offsetMs: 0 });
  assert.equal(pass(100), start);
  time.follow('b', undefined);
  assert.equal(time.elapsedMs(), start);
  assert.equal(pass(30) - start, 30);
  time.follow('b', { frozenAt: 1 });
  assert.equal(pass(1000) - start, 30);
});

test('a code of a frozen realm outlives its lifespan in real time, however many others are stored meanwhile', async () => {
  const { time, pass } = timeAt();
  time.follow('r', { frozenAt: 0 });
  const value = { realmId: 'r' };
  const codes = createExpiringStore(100_000, { elapsedMs: () => time.elapsedMs() });
  await codes.put('code', value, 60_000, 0);
  pass(600_000);
  for (let index = 0; index < 3000; index++) await codes.put(`other-${index}`, value, 1, 0);
  assert.equal(await codes.find('r', 'code', 0), value);
  time.follow('r', { offsetMs: -600_000 });
  pass(59_000);
  for (let index = 0; index < 3000; index++) await codes.put(`later-${index}`, value, 1, 0);
  assert.equal((await codes.consume('r', 'code', 59_000)).state, 'found');
});
