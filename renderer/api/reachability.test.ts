import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReachability, type Reachability } from './reachability.ts';

/** A server that answers each probe as given. */
function createServer(answers: boolean[]) {
  let probes = 0;
  const reachability = createReachability({
    probe: async () => answers[probes++] ?? true,
    now: () => 1000 + probes,
    probeIntervalMs: 60_000,
  });
  return { reachability, probes: () => probes };
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

test('console "Server gone": no probes are sent while every request is answered', () => {
  const { reachability, probes } = createServer([]);
  assert.equal(reachability.state().since, undefined);
  assert.equal(probes(), 0);
});

test('console "Server gone": one lost response does not make a reachable server unreachable', async () => {
  const { reachability, probes } = createServer([true]);
  let changes = 0;
  reachability.subscribe(() => (changes += 1));
  reachability.suspect();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(probes(), 1);
  assert.equal(changes, 0);
});

test('console "Server gone": it is gone since the first failed probe, and back with the first response', async () => {
  const { reachability, probes } = createServer([false, false, true]);
  const gone = changeOf(reachability);
  reachability.suspect();
  await gone;
  assert.equal(reachability.state().since, 1001);
  const back = changeOf(reachability);
  await new Promise((resolve) => setImmediate(resolve));
  reachability.probeNow();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(reachability.state().since, 1001);
  reachability.probeNow();
  await back;
  assert.equal(reachability.state().since, undefined);
  assert.equal(probes(), 3);
});

test('console "Server gone": many lost responses cause one probe, and a later one causes another', async () => {
  const { reachability, probes } = createServer([true, false]);
  for (let count = 0; count < 20; count += 1) reachability.suspect();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(probes(), 1);
  const gone = changeOf(reachability);
  reachability.suspect();
  await gone;
  assert.equal(probes(), 2);
  reachability.probeNow();
});

/** Lets settled promises continue. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A server that hangs: probes wait until the test answers or aborts them. */
function createHangingServer() {
  const probes: { readonly signal: AbortSignal; readonly answer: (found: boolean) => void }[] = [];
  const reachability = createReachability({
    probe: (signal) =>
      new Promise((answer) => {
        probes.push({ signal, answer });
        signal.addEventListener('abort', () => answer(false));
      }),
    now: () => 1000,
    probeIntervalMs: 60_000,
  });
  return { reachability, probes };
}

test('console "Server gone": probing now aborts a waiting probe, whose result is ignored, and starts another', async () => {
  const { reachability, probes } = createHangingServer();
  reachability.suspect();
  reachability.probeNow();
  await turn();
  assert.deepEqual(
    probes.map(({ signal }) => signal.aborted),
    [true, false],
  );
  assert.equal(reachability.state().since, undefined);
  const gone = changeOf(reachability);
  probes[1]?.answer(false);
  await gone;
  reachability.probeNow();
  await turn();
  const back = changeOf(reachability);
  probes[2]?.answer(true);
  await back;
  assert.equal(probes.length, 3);
});

test('console "Server gone": probing now needs no lost response', async () => {
  const { reachability, probes } = createHangingServer();
  reachability.probeNow();
  await turn();
  assert.equal(probes.length, 1);
  probes[0]?.answer(true);
  await turn();
  assert.equal(reachability.state().since, undefined);
});
