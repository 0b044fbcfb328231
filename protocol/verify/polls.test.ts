import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from './answer.ts';
import type { OutgoingRequest } from './other-server.ts';
import { createPolls, type Polls } from './polls.ts';
import { createRecord, type RecordParts } from './testing/activity-record.ts';

interface Waiting {
  readonly polls: Polls;
  /** Seconds of each wait, rounded. */
  readonly waits: readonly number[];
}

function createWaiting(now?: () => number): Waiting {
  const waits: number[] = [];
  const polls = createPolls((milliseconds) => {
    waits.push(Math.round(milliseconds / 1000));
    return Promise.resolve();
  }, now);
  return { polls, waits };
}

function pollOf(code: string, parts: RecordParts = {}): ReturnType<typeof createRecord> {
  return createRecord({ method: 'POST', outcome: 'asked', form: [['device_code', code]], ...parts });
}

function answerWith(json: unknown): Answer {
  return {
    status: 200,
    headers: new Map(),
    setCookies: [],
    json,
    isBodyKnown: true,
    delivery: undefined,
    isPage: false,
    title: undefined,
    message: undefined,
  };
}

const requestWith = (body: string): OutgoingRequest => ({
  method: 'POST',
  url: 'https://x/',
  headers: {},
  body,
});

async function poll(
  { polls }: Waiting,
  code: string,
  name = 'device_code',
  answered: () => void = () => undefined,
): Promise<void> {
  const request = requestWith(new URLSearchParams([[name, code]]).toString());
  await polls.wait(pollOf('recorded', { form: [[name, 'recorded']] }), request);
  answered();
  polls.note(request, answerWith({}));
}

test('RFC 8628 §3.5: of the polls that wait for the user, only the first is sent', () => {
  const { polls } = createWaiting();
  assert.equal(polls.whyNot(pollOf('a')), undefined);
  assert.equal(polls.whyNot(pollOf('a')), 'a poll with the same answer as the one before');
  assert.equal(polls.whyNot(pollOf('b')), undefined);
  assert.equal(
    polls.whyNot(pollOf('a', { form: [['auth_req_id', 'a']] })),
    'a poll with the same answer as the one before',
  );
});

test('RFC 8628 §3.5: the poll after the user has answered is sent', () => {
  const { polls } = createWaiting();
  polls.whyNot(pollOf('a'));
  assert.equal(polls.whyNot(pollOf('a', { outcome: 'accepted' })), undefined);
  assert.equal(polls.whyNot(pollOf('a', { outcome: 'refused' })), undefined);
});

test('RFC 8628 §3.5: a poll that came too early is not sent, because none is here', () => {
  const refusal = { code: 'slow_down', description: '', reason: '' };
  const { polls } = createWaiting();
  assert.equal(
    polls.whyNot(pollOf('a', { outcome: 'refused', refusal })),
    'a poll that came too early, which none does here',
  );
});

test('contract "verify": a request without a polled code is no poll', async () => {
  const { polls, waits } = createWaiting();
  const record = createRecord({ outcome: 'asked', form: [['code', 'a']], query: [['device_code', 'a']] });
  assert.equal(polls.whyNot(record), undefined);
  assert.equal(polls.whyNot(record), undefined);
  await polls.wait(record, requestWith('device_code=a'));
  assert.deepEqual(waits, []);
});

test('RFC 8628 §3.2: without an interval polls are 5 seconds apart; the first may come at once', async () => {
  const waiting = createWaiting();
  for (let count = 0; count < 3; count += 1) await poll(waiting, 'a');
  assert.deepEqual(waiting.waits, [0, 5, 5]);
});

test('RFC 8628 §3.5: each code has its own interval, as the other server says', async () => {
  const waiting = createWaiting();
  waiting.polls.note(requestWith(''), answerWith({ device_code: 'a', interval: 30 }));
  waiting.polls.note(requestWith(''), answerWith({ auth_req_id: 'b', interval: 0 }));
  for (const [code, name] of [
    ['a', 'device_code'],
    ['b', 'auth_req_id'],
    ['a', 'device_code'],
    ['b', 'auth_req_id'],
  ] as const)
    await poll(waiting, code, name);
  assert.deepEqual(waiting.waits, [0, 0, 30, 0]);
});

test('RFC 8628 §3.5: the interval is counted from the answer, because a busy server notes a poll late', async () => {
  let now = 0;
  const waiting = createWaiting(() => now);
  await poll(waiting, 'a', 'device_code', () => {
    now += 3000;
  });
  now += 1000;
  await poll(waiting, 'a');
  assert.deepEqual(waiting.waits, [0, 4]);
});

test('contract "verify": an interval that is none is read over', async () => {
  for (const json of [
    null,
    [],
    'x',
    5,
    { device_code: 'a', interval: '60' },
    { device_code: 5, interval: 60 },
    { interval: 60 },
  ]) {
    const waiting = createWaiting();
    waiting.polls.note(requestWith(''), answerWith(json));
    await poll(waiting, 'a');
    await poll(waiting, 'a');
    assert.deepEqual(waiting.waits, [0, 5], JSON.stringify(json));
  }
});

test('contract "verify": no wait is negative', async () => {
  const waiting = createWaiting();
  waiting.polls.note(requestWith(''), answerWith({ device_code: 'a', interval: -60 }));
  await poll(waiting, 'a');
  await poll(waiting, 'a');
  assert.deepEqual(waiting.waits, [0, 0]);
});
