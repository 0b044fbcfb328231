import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReachability, type Reachability } from './reachability.ts';

/** A server that answers or not, as the test says. */
function createServer(answers: boolean[]) {
  let looks = 0;
  const reachability = createReachability({
    probe: async () => answers[looks++] ?? true,
    now: () => 1000 + looks,
    lookEveryMs: 60_000,
  });
  return { reachability, looks: () => looks };
}

/** Resolves at the next change. */
function changeOf({ subscribe }: Reachability): Promise<void> {
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      stop();
      resolve();
    });
  });
}

test('console "Server gone": nothing is asked while every request has its answer', () => {
  const { reachability, looks } = createServer([]);
  assert.equal(reachability.state().since, undefined);
  assert.equal(looks(), 0);
});

test('console "Server gone": one lost answer of a server that answers changes nothing', async () => {
  const { reachability, looks } = createServer([true]);
  let changes = 0;
  reachability.subscribe(() => (changes += 1));
  reachability.suspect();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(looks(), 1);
  assert.equal(changes, 0);
});

test('console "Server gone": it is gone since the first look that found nothing, and back with the first answer', async () => {
  const { reachability, looks } = createServer([false, false, true]);
  const gone = changeOf(reachability);
  reachability.suspect();
  await gone;
  assert.equal(reachability.state().since, 1001);
  const back = changeOf(reachability);
  await new Promise((resolve) => setImmediate(resolve));
  reachability.lookNow();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(reachability.state().since, 1001);
  reachability.lookNow();
  await back;
  assert.equal(reachability.state().since, undefined);
  assert.equal(looks(), 3);
});

test('console "Server gone": many lost answers are one look, and a later one is a new look', async () => {
  const { reachability, looks } = createServer([true, false]);
  for (let count = 0; count < 20; count += 1) reachability.suspect();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(looks(), 1);
  const gone = changeOf(reachability);
  reachability.suspect();
  await gone;
  assert.equal(looks(), 2);
  reachability.lookNow();
});

/** Lets what has been settled run on. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A server that hangs: probes wait until the test answers them or they are given up. */
function createHangingServer() {
  const probes: { readonly signal: AbortSignal; readonly answer: (found: boolean) => void }[] = [];
  const reachability = createReachability({
    probe: (signal) =>
      new Promise((answer) => {
        probes.push({ signal, answer });
        signal.addEventListener('abort', () => answer(false));
      }),
    now: () => 1000,
    lookEveryMs: 60_000,
  });
  return { reachability, probes };
}

test('console "Server gone": to look now gives up a probe that waits, which then says nothing, and begins another', async () => {
  const { reachability, probes } = createHangingServer();
  reachability.suspect();
  reachability.lookNow();
  await turn();
  assert.deepEqual(
    probes.map(({ signal }) => signal.aborted),
    [true, false],
  );
  assert.equal(reachability.state().since, undefined);
  const gone = changeOf(reachability);
  probes[1]?.answer(false);
  await gone;
  reachability.lookNow();
  await turn();
  const back = changeOf(reachability);
  probes[2]?.answer(true);
  await back;
  assert.equal(probes.length, 3);
});

test('console "Server gone": to look now needs no doubt', async () => {
  const { reachability, probes } = createHangingServer();
  reachability.lookNow();
  await turn();
  assert.equal(probes.length, 1);
  probes[0]?.answer(true);
  await turn();
  assert.equal(reachability.state().since, undefined);
});
