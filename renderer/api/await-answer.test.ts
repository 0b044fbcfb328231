import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ApiError, noAnswer } from './api-error.ts';
import { awaitAnswer } from './await-answer.ts';
import { createReachability } from './reachability.ts';

const NEVER = 60_000;

/** A server whose probes `found` answers. It is reachable when the test ends, so that probing stops. */
function createServer(t: TestContext, found: () => Promise<boolean>) {
  let probes = 0;
  let isOver = false;
  const reachability = createReachability({
    probe: async () => {
      probes += 1;
      return isOver || found();
    },
    now: () => 1000,
    probeIntervalMs: NEVER,
  });
  t.after(() => {
    isOver = true;
    reachability.probeNow();
  });
  return { reachability, probes: () => probes };
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 0;

/** Work that ends only when its signal aborts. */
const hang = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

test('console "Server gone": a response in time starts no probe', async (t) => {
  const { reachability, probes } = createServer(t, async () => true);
  assert.equal(await awaitAnswer({ reachability, mayEnd: true }, async () => 'answer'), 'answer');
  assert.equal(probes(), 0);
});

test('console "Server gone": a request that takes long ends when a probe finds the server gone', async (t) => {
  const { reachability, probes } = createServer(t, async () => false);
  let signal: AbortSignal | undefined;
  const waiting = awaitAnswer({ reachability, mayEnd: true, doubtAfterMs: 1 }, (given) => {
    signal = given;
    return hang(given);
  });
  await assert.rejects(waiting, isGone);
  assert.equal(probes(), 1);
  assert.equal(signal?.aborted, true);
});

test('console "Server gone": it ends even if its work ignores the signal', async (t) => {
  const { reachability } = createServer(t, async () => false);
  const waiting = awaitAnswer(
    { reachability, mayEnd: true, doubtAfterMs: 1 },
    () => new Promise<never>(() => undefined),
  );
  await assert.rejects(waiting, isGone);
});

test('console "Server gone": a request that takes long waits on while the server answers probes', async (t) => {
  let answer: (text: string) => void = () => undefined;
  let probed: () => void = () => undefined;
  const twice = new Promise<void>((resolve) => {
    probed = resolve;
  });
  const { reachability, probes } = createServer(t, async () => {
    if (probes() === 2) probed();
    return true;
  });
  const waiting = awaitAnswer(
    { reachability, mayEnd: true, doubtAfterMs: 1 },
    () => new Promise<string>((resolve) => (answer = resolve)),
  );
  await twice;
  answer('late');
  assert.equal(await waiting, 'late');
});

test('console "Server gone": a change is never ended by a delay', async (t) => {
  const { reachability } = createServer(t, async () => false);
  let answer: (text: string) => void = () => undefined;
  const gone = new Promise<void>((resolve) => reachability.subscribe(resolve));
  const waiting = awaitAnswer({ reachability, mayEnd: false, doubtAfterMs: 1 }, (signal) => {
    signal.addEventListener('abort', () => answer('aborted'));
    return new Promise<string>((resolve) => (answer = resolve));
  });
  await gone;
  await new Promise((resolve) => setTimeout(resolve, 5));
  answer('saved');
  assert.equal(await waiting, 'saved');
});

test('console "Server gone": a server known to be gone ends a request only when it has waited, too', async (t) => {
  const { reachability } = createServer(t, async () => false);
  const gone = new Promise<void>((resolve) => reachability.subscribe(resolve));
  reachability.suspect();
  await gone;
  const inTime = awaitAnswer({ reachability, mayEnd: true, doubtAfterMs: NEVER }, async () => 'answer');
  assert.equal(await inTime, 'answer');
  await assert.rejects(awaitAnswer({ reachability, mayEnd: true, doubtAfterMs: 1 }, hang), isGone);
});

test('console "Server gone": a missing response starts a probe, a refusal and an abort by the caller do not', async (t) => {
  const { reachability, probes } = createServer(t, async () => true);
  for (const error of [new ApiError(500, 'no'), new DOMException('left', 'AbortError'), noAnswer()])
    await assert.rejects(
      awaitAnswer({ reachability, mayEnd: true }, () => Promise.reject(error)),
      (thrown) => thrown === error,
    );
  assert.equal(probes(), 1);
});

test('console "Server gone": the caller ends the wait with its own reason', async (t) => {
  const { reachability } = createServer(t, async () => true);
  const left = new AbortController();
  const waiting = awaitAnswer({ reachability, mayEnd: true, signal: left.signal }, hang);
  left.abort(new Error('left'));
  await assert.rejects(waiting, /left/);
});
