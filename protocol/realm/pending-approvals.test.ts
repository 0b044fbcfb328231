import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandomText } from '#protocol/crypto/identifiers.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createPendingApprovals, isPollingCode } from './pending-approvals.ts';

const FACTS = { realmId: 'r1', clientUuid: 'c1', scope: 'openid', nonce: undefined, flow: 'f1' };
const LIFE = { lifespanSeconds: 120, intervalSeconds: 5 };
const START = 1_000_000;
const at = (seconds: number): number => START + seconds * 1000;

interface Change {
  readonly life?: typeof LIFE;
  readonly slowDownBySeconds?: number;
  readonly createApprovalCode?: () => string;
}

function begin({
  life = LIFE,
  slowDownBySeconds = 0,
  createApprovalCode = () => createRandomText(32),
}: Change = {}) {
  const requests = createPendingApprovals<typeof FACTS, string>(createMemoryStore(), {
    createApprovalCode,
    slowDownBySeconds,
  });
  const { pollingCode, approvalCode } = requests.begin(FACTS, life, START);
  const poll = (seconds: number) => {
    const request = requests.findByPollingCode('r1', pollingCode, at(seconds));
    return request === undefined ? 'forgotten' : requests.poll(request, at(seconds)).outcome;
  };
  const answer = (seconds: number, result: string = 'approved by alice') =>
    requests.answer(pollingCode, result, at(seconds));
  return { requests, pollingCode, approvalCode, poll, answer };
}

test('CIBA §7.3: a polling code has 256 random bits, in characters that need no encoding', () => {
  const { pollingCode, approvalCode } = begin();
  assert.ok(isPollingCode(pollingCode));
  assert.notEqual(pollingCode, approvalCode);
  for (const text of ['', 'abc', `${pollingCode}x`, `${pollingCode.slice(1)}/`])
    assert.ok(!isPollingCode(text), text);
});

test('RFC 8628 §3.5, CIBA §11: the first poll may be immediate, the next after the interval', () => {
  const { poll } = begin();
  assert.deepEqual([poll(1), poll(6), poll(11)], ['pending', 'pending', 'pending']);
});

test('CIBA §11: a poll within the interval answers slow_down and does not restart the interval', () => {
  const { poll } = begin();
  assert.deepEqual(
    [poll(1), poll(3), poll(5.999), poll(6)],
    ['pending', 'slow_down', 'slow_down', 'pending'],
  );
});

test('RFC 8628 §3.5: with a penalty the interval grows once until the client respects it', () => {
  const { poll } = begin({ slowDownBySeconds: 5 });
  assert.deepEqual([0, 4.9, 9.9, 10].map(poll), ['pending', 'slow_down', 'slow_down', 'pending']);
  assert.deepEqual([19.9, 24.9, 25].map(poll), ['slow_down', 'slow_down', 'pending']);
});

test('RFC 8628 §3.5: a client that keeps polling too early still gets its tokens', () => {
  const { poll, answer } = begin({ slowDownBySeconds: 5 });
  assert.equal(poll(0), 'pending');
  assert.equal(answer(1), 'taken');
  const outcomes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(poll);
  assert.deepEqual([outcomes.indexOf('approved'), outcomes[10]], [9, 'used']);
});

test('service description §2.2: interval 0 allows any polling rate', () => {
  const { poll } = begin({ life: { lifespanSeconds: 120, intervalSeconds: 0 } });
  assert.deepEqual([poll(1), poll(1), poll(1)], ['pending', 'pending', 'pending']);
});

test('CIBA §11: an approval is returned once', () => {
  const { poll, answer } = begin();
  assert.equal(answer(2), 'taken');
  assert.deepEqual([poll(3), poll(20)], ['approved', 'used']);
});

test('CIBA §11: slow_down is returned before the result', () => {
  const { poll, answer } = begin();
  assert.equal(poll(1), 'pending');
  answer(2);
  assert.deepEqual([poll(3), poll(7)], ['slow_down', 'approved']);
});

test('CIBA §11: every poll of a denied request returns the denial', () => {
  const { poll, answer } = begin();
  answer(2, 'denied');
  assert.deepEqual([poll(3), poll(9)], ['denied', 'denied']);
});

test('RFC 8628 §3.5, service description §3: a request expires, approved or not, and is removed later', () => {
  const { poll, answer } = begin();
  answer(2);
  assert.deepEqual([poll(119.9), begin().poll(120), begin().poll(134.9)], ['approved', 'expired', 'expired']);
  assert.equal(begin().poll(135), 'forgotten');
});

test('service description §4.3: the first answer is used, and none after expiry', () => {
  const { requests, answer, poll } = begin();
  assert.deepEqual([answer(1), answer(2, 'denied'), poll(3)], ['taken', 'answered', 'approved']);
  assert.equal(begin().answer(120), 'expired');
  assert.equal(requests.answer('nonsense', 'x', START), 'expired');
});

test('a request cannot be found from another realm', () => {
  const { requests, pollingCode, approvalCode } = begin();
  assert.equal(requests.findByPollingCode('r2', pollingCode, START), undefined);
  assert.equal(requests.findByApprovalCode('r2', approvalCode, START), undefined);
  assert.equal(requests.findByApprovalCode('r1', '__proto__', START), undefined);
});

test('approval codes and polling codes are not interchangeable', () => {
  const { requests, pollingCode, approvalCode } = begin();
  assert.equal(requests.findByPollingCode('r1', approvalCode, START), undefined);
  assert.equal(requests.findByApprovalCode('r1', pollingCode, START), undefined);
});

test('an approval code that is in use is not issued again', () => {
  const codes = ['ABC', 'ABC', 'ABC', 'XYZ'];
  const { requests, approvalCode } = begin({ createApprovalCode: () => codes.shift() ?? 'none' });
  assert.equal(approvalCode, 'ABC');
  assert.equal(requests.begin(FACTS, LIFE, START).approvalCode, 'XYZ');
});

test('an abandoned request is removed', () => {
  const { requests, pollingCode, approvalCode, poll } = begin();
  const request = requests.findByPollingCode('r1', pollingCode, START);
  assert.ok(request);
  requests.abandon(request);
  assert.equal(requests.findByApprovalCode('r1', approvalCode, START), undefined);
  assert.equal(poll(1), 'forgotten');
});

test('pending requests are listed by realm, oldest first, until they are answered or expire', () => {
  const { requests, pollingCode } = begin();
  const begun = [1, 2, 3].map((second) => requests.begin(FACTS, LIFE, at(second)).pollingCode);
  requests.begin({ ...FACTS, realmId: 'other' }, LIFE, START);
  requests.answer(begun[0] ?? '', 'denied', at(5));
  requests.answer(begun[1] ?? '', 'approved', at(5));
  const listed = (seconds: number): string[] =>
    requests.listPending('r1', at(seconds)).map((request) => request.pollingCode);
  assert.deepEqual(listed(5), [pollingCode, begun[2]]);
  assert.deepEqual(listed(120), [begun[2]]);
  assert.deepEqual(listed(123), []);
  for (let count = 0; count < 120; count++) requests.begin(FACTS, LIFE, START);
  assert.equal(listed(5).length, 100);
});

test('requests that nobody answered are listed by the period in which they expire', () => {
  const { requests, pollingCode } = begin();
  const [denied, late] = [1, 3].map((second) => requests.begin(FACTS, LIFE, at(second)).pollingCode);
  requests.begin({ ...FACTS, realmId: 'other' }, LIFE, START);
  requests.answer(denied ?? '', 'denied', at(5));
  const listed = (from: number, to: number): string[] =>
    requests.listExpiring('r1', { from: at(from), to: at(to) }).map((request) => request.pollingCode);
  assert.deepEqual(listed(5, 119), []);
  assert.deepEqual(listed(5, 120), [pollingCode]);
  assert.deepEqual(listed(5, 123), [pollingCode, late]);
  assert.deepEqual(listed(120, 123), [late]);
});
