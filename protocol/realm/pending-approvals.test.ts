import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandomText } from '#protocol/crypto/identifiers.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { Store } from '#protocol/store/store.ts';
import { copyPlain } from '#protocol/store/testing/copy-plain.ts';
import { createPendingApprovals, isPollingCode, type PendingApproval } from './pending-approvals.ts';

const FACTS = { realmId: 'r1', clientUuid: 'c1', scope: 'openid', nonce: undefined, flow: 'f1' };
const LIFE = { lifespanSeconds: 120, intervalSeconds: 5 };
const START = 1_000_000;
const at = (seconds: number): number => START + seconds * 1000;

interface Change {
  readonly life?: typeof LIFE;
  readonly slowDownBySeconds?: number;
  readonly createApprovalCode?: () => string;
}

/** Answers in turn. */
async function inTurn<Given, Answer>(
  given: readonly Given[],
  run: (each: Given) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const each of given) answers.push(await run(each));
  return answers;
}

/** Two servers that share one store are two `PendingApprovals` of it. */
function open(
  store: Pick<Store, 'createExpiringStore'>,
  { slowDownBySeconds = 0, createApprovalCode = () => createRandomText(32) }: Change = {},
) {
  return createPendingApprovals<typeof FACTS, string>(
    {
      requests: store.createExpiringStore<PendingApproval<typeof FACTS, string>>('request'),
      pollingCodes: store.createExpiringStore('polling-code'),
    },
    { createApprovalCode, slowDownBySeconds },
  );
}

async function begin({ life = LIFE, ...rules }: Change = {}) {
  const store = createMemoryStore({ copyValue: copyPlain });
  const requests = open(store, rules);
  const { pollingCode, approvalCode } = await requests.begin(FACTS, life, START);
  const poll = async (seconds: number) => {
    const request = await requests.findByPollingCode('r1', pollingCode, at(seconds));
    return request === undefined ? 'forgotten' : (await requests.poll(request, at(seconds))).outcome;
  };
  const polls = (...seconds: readonly number[]) => inTurn(seconds, poll);
  const answer = (seconds: number, result: string = 'approved by alice') =>
    requests.answer('r1', pollingCode, result, at(seconds));
  return { store, requests, pollingCode, approvalCode, poll, polls, answer };
}

test('CIBA §7.3: a polling code has 256 random bits, in characters that need no encoding', async () => {
  const { pollingCode, approvalCode } = await begin();
  assert.ok(isPollingCode(pollingCode));
  assert.notEqual(pollingCode, approvalCode);
  for (const text of ['', 'abc', `${pollingCode}x`, `${pollingCode.slice(1)}/`])
    assert.ok(!isPollingCode(text), text);
});

test('RFC 8628 §3.5, CIBA §11: the first poll may be immediate, the next after the interval', async () => {
  const { polls } = await begin();
  assert.deepEqual(await polls(1, 6, 11), ['pending', 'pending', 'pending']);
});

test('CIBA §11: a poll within the interval answers slow_down and does not restart the interval', async () => {
  const { polls } = await begin();
  assert.deepEqual(await polls(1, 3, 5.999, 6), ['pending', 'slow_down', 'slow_down', 'pending']);
});

test('RFC 8628 §3.5: with a penalty the interval grows once until the client respects it', async () => {
  const { polls } = await begin({ slowDownBySeconds: 5 });
  assert.deepEqual(await polls(0, 4.9, 9.9, 10), ['pending', 'slow_down', 'slow_down', 'pending']);
  assert.deepEqual(await polls(19.9, 24.9, 25), ['slow_down', 'slow_down', 'pending']);
});

test('RFC 8628 §3.5: a client that keeps polling too early still gets its tokens', async () => {
  const { poll, polls, answer } = await begin({ slowDownBySeconds: 5 });
  assert.equal(await poll(0), 'pending');
  assert.equal(await answer(1), 'taken');
  const outcomes = await polls(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  assert.deepEqual([outcomes.indexOf('approved'), outcomes[10]], [9, 'used']);
});

test('service description §2.2: interval 0 allows any polling rate', async () => {
  const { polls } = await begin({ life: { lifespanSeconds: 120, intervalSeconds: 0 } });
  assert.deepEqual(await polls(1, 1, 1), ['pending', 'pending', 'pending']);
});

test('CIBA §11: an approval is returned once', async () => {
  const { polls, answer } = await begin();
  assert.equal(await answer(2), 'taken');
  assert.deepEqual(await polls(3, 20), ['approved', 'used']);
});

test('CIBA §11: of polls that two servers get at once, one has the approval', async () => {
  const { store, requests, pollingCode, answer } = await begin();
  await answer(2);
  const request = (await requests.findByPollingCode('r1', pollingCode, at(3))) ?? assert.fail();
  const polls = [requests, open(store)].map((server) => server.poll(request, at(3)));
  assert.deepEqual((await Promise.all(polls)).map(({ outcome }) => outcome).sort(), ['approved', 'used']);
});

test('CIBA §11: slow_down is returned before the result', async () => {
  const { poll, polls, answer } = await begin();
  assert.equal(await poll(1), 'pending');
  await answer(2);
  assert.deepEqual(await polls(3, 7), ['slow_down', 'approved']);
});

test('CIBA §11: every poll of a denied request returns the denial', async () => {
  const { polls, answer } = await begin();
  await answer(2, 'denied');
  assert.deepEqual(await polls(3, 9), ['denied', 'denied']);
});

test('RFC 8628 §3.5, service description §3: a request expires, approved or not, and is removed later', async () => {
  const { poll, answer } = await begin();
  await answer(2);
  assert.equal(await poll(119.9), 'approved');
  for (const [seconds, outcome] of [
    [120, 'expired'],
    [134.9, 'expired'],
    [135, 'forgotten'],
  ] as const)
    assert.equal(await (await begin()).poll(seconds), outcome);
});

test('a poll of a request that is gone answers that it has expired', async () => {
  const { requests, pollingCode } = await begin();
  const request = (await requests.findByPollingCode('r1', pollingCode, START)) ?? assert.fail();
  await requests.abandon(request);
  assert.deepEqual(await requests.poll(request, at(1)), { outcome: 'expired' });
});

test('service description §4.3: the first answer is used, and none after expiry', async () => {
  const { requests, answer, poll } = await begin();
  assert.deepEqual(
    [await answer(1), await answer(2, 'denied'), await poll(3)],
    ['taken', 'answered', 'approved'],
  );
  assert.equal(await (await begin()).answer(120), 'expired');
  assert.equal(await requests.answer('r1', 'nonsense', 'x', START), 'expired');
});

test('service description §4.3: of answers that two servers get at once, one is taken', async () => {
  const { store, requests, pollingCode, poll } = await begin();
  const answers = await Promise.all([
    requests.answer('r1', pollingCode, 'denied', at(1)),
    open(store).answer('r1', pollingCode, 'approved by alice', at(1)),
  ]);
  assert.deepEqual(answers, ['taken', 'answered']);
  assert.equal(await poll(2), 'denied');
});

test('a request cannot be found or answered from another realm', async () => {
  const { requests, pollingCode, approvalCode, poll } = await begin();
  assert.equal(await requests.findByPollingCode('r2', pollingCode, START), undefined);
  assert.equal(await requests.findByApprovalCode('r2', approvalCode, START), undefined);
  assert.equal(await requests.findByApprovalCode('r1', '__proto__', START), undefined);
  assert.equal(await requests.answer('r2', pollingCode, 'x', START), 'expired');
  assert.equal(await poll(1), 'pending');
});

test('approval codes and polling codes are not interchangeable', async () => {
  const { requests, pollingCode, approvalCode } = await begin();
  assert.equal(await requests.findByPollingCode('r1', approvalCode, START), undefined);
  assert.equal(await requests.findByApprovalCode('r1', pollingCode, START), undefined);
});

test('an approval code that is in use is not issued again, except in another realm', async () => {
  const codes = ['ABC', 'ABC', 'ABC', 'XYZ', 'ABC'];
  const { requests, approvalCode } = await begin({ createApprovalCode: () => codes.shift() ?? 'none' });
  assert.equal(approvalCode, 'ABC');
  assert.equal((await requests.begin(FACTS, LIFE, START)).approvalCode, 'XYZ');
  const elsewhere = await requests.begin({ ...FACTS, realmId: 'r2' }, LIFE, START);
  assert.equal(elsewhere.approvalCode, 'ABC');
  const found = await requests.findByApprovalCode('r2', 'ABC', START);
  assert.equal(found?.pollingCode, elsewhere.pollingCode);
});

test('requests that begin at once never share an approval code', async () => {
  let made = 0;
  const { requests } = await begin({ createApprovalCode: () => String(Math.floor(made++ / 2)) });
  const begun = await Promise.all([1, 2, 3, 4].map(() => requests.begin(FACTS, LIFE, START)));
  assert.equal(new Set(begun.map(({ approvalCode }) => approvalCode)).size, 4);
});

test('an abandoned request is removed', async () => {
  const { requests, pollingCode, approvalCode, poll } = await begin();
  const request = await requests.findByPollingCode('r1', pollingCode, START);
  assert.ok(request);
  await requests.abandon(request);
  assert.equal(await requests.findByApprovalCode('r1', approvalCode, START), undefined);
  assert.equal(await poll(1), 'forgotten');
});

test('pending requests are listed by realm, oldest first, until they are answered or expire', async () => {
  const { requests, pollingCode } = await begin();
  const begun = await inTurn([1, 2, 3], (second) => requests.begin(FACTS, LIFE, at(second)));
  await requests.begin({ ...FACTS, realmId: 'other' }, LIFE, START);
  await requests.answer('r1', begun[0]?.pollingCode ?? '', 'denied', at(5));
  await requests.answer('r1', begun[1]?.pollingCode ?? '', 'approved', at(5));
  const listed = async (seconds: number): Promise<string[]> =>
    (await requests.listPending('r1', at(seconds))).map((request) => request.pollingCode);
  assert.deepEqual(await listed(5), [pollingCode, begun[2]?.pollingCode]);
  assert.deepEqual(await listed(120), [begun[2]?.pollingCode]);
  assert.deepEqual(await listed(123), []);
  for (let count = 0; count < 120; count++) await requests.begin(FACTS, LIFE, START);
  assert.equal((await listed(5)).length, 100);
});

test('requests that nobody answered are listed by the period in which they expire', async () => {
  const { requests, pollingCode } = await begin();
  const [denied, late] = await inTurn([1, 3], (second) => requests.begin(FACTS, LIFE, at(second)));
  await requests.begin({ ...FACTS, realmId: 'other' }, LIFE, START);
  await requests.answer('r1', denied?.pollingCode ?? '', 'denied', at(5));
  const listed = async (from: number, to: number): Promise<string[]> => {
    const expiring = await requests.listExpiring('r1', { from: at(from), to: at(to) });
    return expiring.map((request) => request.pollingCode);
  };
  assert.deepEqual(await listed(5, 119), []);
  assert.deepEqual(await listed(5, 120), [pollingCode]);
  assert.deepEqual(await listed(5, 123), [pollingCode, late?.pollingCode]);
  assert.deepEqual(await listed(120, 123), [late?.pollingCode]);
});
