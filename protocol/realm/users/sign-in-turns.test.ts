import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { manualClock } from '../testing/realm.ts';
import { createSignInTurns, MAX_WAIT_MS } from './sign-in-turns.ts';

const ALICE = { realmId: 'r', userId: 'a' };

/** Two servers on one store; times pass only when a test says so. */
function setUp() {
  const store = createMemoryStore();
  const clock = manualClock();
  let elapsed = 0;
  const server = () => createSignInTurns(store, { elapsedMs: () => elapsed, clock });
  const pass = (ms: number) => {
    elapsed += ms;
    clock.setOffsetMs(clock.offsetMs + ms);
  };
  return { first: server(), second: server(), pass };
}

/** An attempt that ends when the test says so. */
function held() {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { end, attempt: () => ended };
}

test('an attempt that is alone does not wait', async () => {
  const { first } = setUp();
  for (let count = 0; count < 3; count += 1)
    assert.deepEqual(await first(ALICE, async (turn) => turn), { hasWaited: false, isOverrun: false });
});

test('attempts of one user at several servers run one after another, and those behind know it', async () => {
  const { first, second } = setUp();
  let running = 0;
  const attempt = async ({ hasWaited }: { readonly hasWaited: boolean }) => {
    running += 1;
    assert.equal(running, 1);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return hasWaited;
  };
  const turns = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? first : second)(ALICE, attempt));
  assert.equal((await Promise.all(turns)).filter((hasWaited) => !hasWaited).length, 1);
});

test('attempts of other users, and of the same id in another realm, do not wait', async () => {
  const { first, second } = setUp();
  const { end, attempt } = held();
  const slow = first(ALICE, attempt);
  for (const other of [
    { ...ALICE, userId: 'b' },
    { ...ALICE, realmId: 's' },
  ])
    assert.equal(await second(other, async ({ hasWaited }) => hasWaited), false);
  end();
  await slow;
});

test('an attempt that fails gives its turn back', async () => {
  const { first, second } = setUp();
  await assert.rejects(
    first(ALICE, async () => {
      throw new RangeError('no');
    }),
    RangeError,
  );
  assert.equal(await second(ALICE, async ({ hasWaited }) => hasWaited), false);
});

test('an attempt that has waited too long for another server has no turn', async () => {
  const { first, second, pass } = setUp();
  const { end, attempt } = held();
  const slow = first(ALICE, attempt);
  const late = second(ALICE, async (turn) => turn);
  pass(MAX_WAIT_MS + 1);
  assert.deepEqual(await late, { hasWaited: true, isOverrun: true });
  end();
  await slow;
});

test('the turn of a server that has ended is free after twenty seconds', async () => {
  const { first, second, pass } = setUp();
  void first(ALICE, held().attempt);
  await new Promise((resolve) => setImmediate(resolve));
  pass(20_000);
  assert.equal((await second(ALICE, async (turn) => turn)).isOverrun, false);
});

test('an attempt that outlasts its turn does not take that of another server away', async () => {
  const { first, second, pass } = setUp();
  const slow = held();
  const outlasting = first(ALICE, slow.attempt);
  await new Promise((resolve) => setImmediate(resolve));
  pass(20_000);
  const next = held();
  const running = second(ALICE, next.attempt);
  await new Promise((resolve) => setImmediate(resolve));
  slow.end();
  await outlasting;
  const third = first(ALICE, async (turn) => turn);
  pass(MAX_WAIT_MS + 1);
  assert.deepEqual(await third, { hasWaited: true, isOverrun: true });
  next.end();
  await running;
});
