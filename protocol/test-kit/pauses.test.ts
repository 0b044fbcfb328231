import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AbortedRequestError } from '#protocol/http/body.ts';
import { createPauses } from './pauses.ts';

const HOUR_MS = 3_600_000;

test('test kit "faults": a pause lasts as long as it should, and no longer when its realm ends', async () => {
  const pauses = createPauses();
  await pauses.wait('r1', 1);
  const long = pauses.wait('r1', HOUR_MS);
  pauses.end('r1');
  await long;
});

test('test kit: ending the pauses of one realm leaves those of another', async () => {
  const pauses = createPauses();
  const caller = new AbortController();
  const other = pauses.wait('r2', HOUR_MS, { callerGone: caller.signal });
  pauses.end('r1');
  assert.equal(await Promise.race([other.then(() => 'ended'), Promise.resolve('waiting')]), 'waiting');
  caller.abort();
  await assert.rejects(other, AbortedRequestError);
});

test('test kit "faults": a caller that goes away, or has gone already, ends its pause', async () => {
  const pauses = createPauses();
  const caller = new AbortController();
  const waiting = pauses.wait('r1', HOUR_MS, { callerGone: caller.signal });
  caller.abort();
  await assert.rejects(waiting, AbortedRequestError);
  await assert.rejects(pauses.wait('r1', HOUR_MS, { callerGone: caller.signal }), AbortedRequestError);
});

test('test kit: nothing waits at the stop of the server, nor after it', async () => {
  const pauses = createPauses();
  const all = [pauses.wait('r1', HOUR_MS), pauses.wait('r2', HOUR_MS)];
  pauses.close();
  await Promise.all([...all, pauses.wait('r3', HOUR_MS)]);
});

test('test kit: a pause ends when what it waits for has happened, and stops watching', async () => {
  const pauses = createPauses();
  let watching = 0;
  let finish = (): void => assert.fail('nothing is watched');
  const waiting = pauses.wait('r1', HOUR_MS, {
    begin: (onEvent) => {
      watching += 1;
      finish = onEvent;
      return () => {
        watching -= 1;
      };
    },
  });
  assert.equal(watching, 1);
  finish();
  await waiting;
  assert.equal(watching, 0);
});
