import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActivitySummary } from '#protocol/contract/activity.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { type ActivityRecorder, createActivityRecorder } from './activity-recorder.ts';

const clock = { now: () => Date.UTC(2030, 0, 1) };

interface Noted {
  readonly title?: string;
  readonly flow?: string;
  readonly realm?: string;
  readonly refuse?: boolean;
  readonly body?: string;
  /** A background request: a read, with a title; or an untitled one. */
  readonly background?: 'titled' | 'untitled';
  /** ID of the fault that made the answer. */
  readonly fault?: string;
}

function add(recorder: ActivityRecorder, noted: Noted = {}): string {
  const recorded = recorder.begin({
    method: 'GET',
    target: '/x?a=1',
    rawHeaders: [],
    remoteAddress: '',
    secure: false,
  });
  recorded.title(noted.title ?? 'X');
  recorded.isBackground = noted.background !== undefined;
  if (noted.background === 'untitled') recorded.heading = undefined;
  if (noted.flow !== undefined) recorded.joinFlow(noted.flow);
  recorded.realmName = noted.realm;
  if (noted.refuse === true) recorded.refused(new OAuthError('invalid_scope', { reason: 'Wrong Scope' }));
  if (noted.fault !== undefined) recorded.madeByFault(noted.fault, 'on purpose');
  if (noted.body !== undefined) recorded.keepRequestBody(noted.body);
  recorder.finish(recorded, { status: 200 });
  return recorded.id;
}

function ids(recorder: ActivityRecorder, filter?: Parameters<ActivityRecorder['list']>[0]): string[] {
  return recorder.list(filter).records.map((record) => record.id);
}

test('exchanges are listed newest first, with sortable identifiers', () => {
  const recorder = createActivityRecorder({ clock });
  const added = Array.from({ length: 50 }, () => add(recorder));
  assert.deepEqual(ids(recorder), added.toReversed());
  assert.deepEqual(added.toSorted(), added);
});

test('an exchange without a title is not kept', () => {
  const recorder = createActivityRecorder({ clock });
  recorder.finish(
    recorder.begin({ method: 'GET', target: '/', rawHeaders: [], remoteAddress: '', secure: false }),
    { status: 200 },
  );
  assert.deepEqual(ids(recorder), []);
});

test('the buffer keeps as many exchanges as its capacity, the oldest are dropped first', () => {
  const recorder = createActivityRecorder({ clock, capacity: 3 });
  const added = Array.from({ length: 1000 }, () => add(recorder));
  assert.deepEqual(ids(recorder), added.slice(-3).toReversed());
  assert.equal(recorder.list().capacity, 3);
  assert.equal(recorder.find(added[0] ?? ''), undefined);
  assert.equal(recorder.find(added.at(-1) ?? '')?.id, added.at(-1));
});

test('the buffer is limited in bytes, too, but keeps the latest exchange whatever its size', () => {
  const recorder = createActivityRecorder({ clock, maxBytes: 10_000 });
  const added = Array.from({ length: 20 }, () => add(recorder, { body: 'x'.repeat(1000) }));
  assert.ok(ids(recorder).length < 10);
  assert.equal(ids(recorder)[0], added.at(-1));
  const large = add(recorder, { body: 'x'.repeat(60_000) });
  assert.deepEqual(ids(recorder), [large]);
});

test('long names, reasons and redirect URLs count towards the byte limit', () => {
  const recorder = createActivityRecorder({ clock, maxBytes: 100_000 });
  for (let count = 0; count < 100; count += 1) {
    const facts = { method: 'GET', target: '/x', rawHeaders: [], remoteAddress: '', secure: false };
    const recorded = recorder.begin(facts);
    recorded.title('X');
    recorded.user('u'.repeat(4000));
    recorder.finish(recorded, { status: 302, headers: { location: `/${'y'.repeat(4000)}` } });
  }
  assert.ok(recorder.list({ limit: 1000 }).records.length <= 12);
});

test('lists are filtered by realm, flow, outcome and text', () => {
  const recorder = createActivityRecorder({ clock });
  const token = add(recorder, { title: 'Token request', realm: 'demo', flow: 'f1' });
  const refused = add(recorder, { title: 'Authorization request', realm: 'demo', refuse: true });
  const other = add(recorder, { realm: 'other' });
  assert.deepEqual(ids(recorder, { realm: 'other' }), [other]);
  assert.deepEqual(ids(recorder, { flow: 'f1' }), [token]);
  assert.deepEqual(ids(recorder, { outcome: 'refused' }), [refused]);
  assert.deepEqual(ids(recorder, { text: ' tokEN ' }), [token]);
  assert.deepEqual(ids(recorder, { text: 'wrong scope' }), [refused]);
  assert.deepEqual(ids(recorder, { text: 'a=1' }), []);
  assert.deepEqual(ids(recorder, { realm: 'demo', limit: 1 }), [refused]);
});

test('a list can continue before and after an exchange', () => {
  const recorder = createActivityRecorder({ clock });
  const [first, second, third] = [add(recorder), add(recorder), add(recorder)];
  assert.deepEqual(ids(recorder, { before: third }), [second, first]);
  assert.deepEqual(ids(recorder, { since: first }), [third, second]);
  assert.deepEqual(ids(recorder, { since: 'gone' }), [third, second, first]);
});

test('refusals are counted until they are seen', () => {
  const recorder = createActivityRecorder({ clock });
  add(recorder, { refuse: true });
  add(recorder);
  add(recorder, { refuse: true });
  assert.equal(recorder.list().refusals, 2);
  recorder.markSeen();
  assert.equal(recorder.list().refusals, 0);
});

test('a subscriber is notified of each exchange until it unsubscribes', () => {
  const recorder = createActivityRecorder({ clock });
  const received: ActivitySummary[] = [];
  const leave = recorder.subscribe((summary) => received.push(summary));
  const id = add(recorder);
  leave();
  add(recorder);
  assert.deepEqual(
    received.map((summary) => summary.id),
    [id],
  );
});

test('4,000 reads of discovery and keys push no flow out, and are kept in a ring of their own', () => {
  const recorder = createActivityRecorder({ clock });
  const flows = Array.from({ length: 10 }, () => add(recorder));
  const reads = Array.from({ length: 4000 }, () => add(recorder, { background: 'titled' }));
  assert.deepEqual(ids(recorder, { limit: 3000 }), flows.toReversed());
  assert.deepEqual(ids(recorder, { background: 'only', limit: 3000 }), reads.slice(-1000).toReversed());
  assert.equal(ids(recorder, { background: 'include', limit: 3000 }).length, 1010);
  assert.equal(recorder.list({ background: 'only' }).capacity, 1000);
  assert.equal(recorder.list({ background: 'include' }).capacity, 3000);
  assert.equal(recorder.list({ background: 'include' }).records[0]?.background, true);
  assert.equal(recorder.find(reads.at(-1) ?? '')?.background, true);
});

test('background requests of any size push no flow out either', () => {
  const recorder = createActivityRecorder({ clock, maxBytes: 100_000 });
  const flow = add(recorder);
  for (let count = 0; count < 500; count += 1)
    add(recorder, { background: 'untitled', body: 'x'.repeat(30_000) });
  assert.deepEqual(ids(recorder), [flow]);
  const kept = ids(recorder, { background: 'only', limit: 1000 }).length;
  assert.ok(kept > 50 && kept < 150, `${kept} of 31 KB are about 4 MiB`);
});

test('a read that is refused is no background and counts as a refusal, unless it has no title', () => {
  const recorder = createActivityRecorder({ clock });
  const refused = add(recorder, { background: 'titled', refuse: true });
  add(recorder, { background: 'untitled', refuse: true });
  assert.deepEqual(ids(recorder), [refused]);
  assert.equal(recorder.list().records[0]?.background, undefined);
  assert.equal(recorder.list().refusals, 1);
});

test('a read that a fault answered is no background', () => {
  const recorder = createActivityRecorder({ clock });
  const faulty = add(recorder, { background: 'titled', fault: 'fault-1' });
  add(recorder, { background: 'titled' });
  assert.deepEqual(ids(recorder), [faulty]);
  assert.equal(recorder.list().records[0]?.background, undefined);
});

test('a list with background requests continues after an exchange of either kind', () => {
  const recorder = createActivityRecorder({ clock });
  const read = add(recorder, { background: 'titled' });
  const flow = add(recorder);
  const later = add(recorder, { background: 'titled' });
  assert.deepEqual(ids(recorder, { background: 'include', since: read }), [later, flow]);
  assert.deepEqual(ids(recorder, { background: 'include', since: flow }), [later]);
  assert.deepEqual(ids(recorder, { background: 'only', since: flow }), [later]);
  assert.deepEqual(ids(recorder, { since: read }), [flow]);
});

test('a subscriber is notified of background requests only if it wants them', () => {
  const recorder = createActivityRecorder({ clock });
  const received: Record<string, string[]> = { exclude: [], include: [], only: [] };
  recorder.subscribe(({ id }) => received['exclude']?.push(id));
  recorder.subscribe(({ id }) => received['include']?.push(id), 'include');
  recorder.subscribe(({ id }) => received['only']?.push(id), 'only');
  const flow = add(recorder);
  const read = add(recorder, { background: 'titled' });
  assert.deepEqual(received, { exclude: [flow], include: [flow, read], only: [read] });
});

test('clearing removes everything', async () => {
  const recorder = createActivityRecorder({ clock });
  add(recorder, { refuse: true });
  add(recorder, { background: 'titled' });
  await recorder.clear();
  assert.deepEqual(recorder.list(), { records: [], capacity: 2000, refusals: 0 });
  assert.deepEqual(ids(recorder, { background: 'only' }), []);
});

test('the exchanges of one realm can be forgotten', async () => {
  const recorder = createActivityRecorder({ clock });
  add(recorder, { realm: 'shop' });
  const others = [add(recorder, { realm: 'demo' }), add(recorder)];
  await recorder.clear('shop');
  assert.deepEqual(ids(recorder).toSorted(), others);
});
