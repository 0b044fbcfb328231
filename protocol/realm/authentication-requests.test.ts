import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import {
  type AuthenticationRequests,
  createAuthenticationRequests,
  isAuthReqId,
} from './authentication-requests.ts';

const FACTS = {
  realmId: 'r1',
  issuer: 'http://127.0.0.1/realms/demo',
  clientUuid: 'c1',
  userId: 'u1',
  scope: 'openid',
  acrValues: undefined,
  nonce: undefined,
  claimsRequest: undefined,
  flow: 'f1',
};
const LIFE = { expiresInSeconds: 120, intervalSeconds: 5 };
const START = 1_000_000;
const at = (seconds: number): number => START + seconds * 1000;
const YES = { notes: {} };

function begin(life = LIFE) {
  const requests = createAuthenticationRequests(createMemoryStore());
  const { authReqId, resultId } = requests.begin(FACTS, life, START);
  const poll = (seconds: number) => {
    const request = requests.findByAuthReqId('r1', authReqId, at(seconds));
    return request === undefined ? 'forgotten' : requests.poll(request, at(seconds)).outcome;
  };
  const answer = (seconds: number, result: Parameters<AuthenticationRequests['answer']>[2] = YES) =>
    requests.answer('r1', resultId, result, at(seconds));
  return { requests, authReqId, resultId, poll, answer };
}

test('CIBA §7.3: an auth_req_id has 256 random bits in characters that need no encoding', () => {
  const { authReqId, resultId } = begin();
  assert.ok(isAuthReqId(authReqId));
  assert.notEqual(authReqId, resultId);
  for (const text of ['', 'abc', `${authReqId}x`, `${authReqId.slice(1)}/`])
    assert.ok(!isAuthReqId(text), text);
});

test('CIBA §11: until somebody answers a poll finds it pending, at the interval', () => {
  const { poll } = begin();
  assert.deepEqual([poll(1), poll(6), poll(11)], ['pending', 'pending', 'pending']);
});

test('CIBA §11: a poll within the interval is told to slow down, and neither counts nor lengthens the wait', () => {
  const { poll } = begin();
  assert.deepEqual(
    [poll(1), poll(3), poll(5.999), poll(6)],
    ['pending', 'slow_down', 'slow_down', 'pending'],
  );
});

test('service description §2.2: interval 0 lets the client poll as often as it likes', () => {
  const { poll } = begin({ expiresInSeconds: 120, intervalSeconds: 0 });
  assert.deepEqual([poll(1), poll(1), poll(1)], ['pending', 'pending', 'pending']);
});

test('CIBA §11: an approval is given once', () => {
  const { poll, answer } = begin();
  assert.equal(answer(2), 'taken');
  assert.deepEqual([poll(3), poll(20)], ['approved', 'used']);
});

test('CIBA §11: too early is told before what was answered', () => {
  const { poll, answer } = begin();
  assert.equal(poll(1), 'pending');
  answer(2);
  assert.deepEqual([poll(3), poll(7)], ['slow_down', 'approved']);
});

test('CIBA §11: a denial is told at every poll', () => {
  const { poll, answer } = begin();
  answer(2, 'denied');
  assert.deepEqual([poll(3), poll(9)], ['denied', 'denied']);
});

test('service description §3: after Expires In it is expired, approved or not, and told so for a while', () => {
  const { poll, answer } = begin();
  answer(2);
  assert.deepEqual([poll(119.9), begin().poll(120), begin().poll(134.9)], ['approved', 'expired', 'expired']);
  assert.equal(begin().poll(135), 'forgotten');
});

test('service description §4.3: an answer after Expires In is not taken', () => {
  const { answer } = begin();
  assert.equal(answer(120), 'unknown');
});

test('service description §4.3: a second answer is not taken, and the request is forgotten', () => {
  const { answer, poll } = begin();
  assert.deepEqual(
    [answer(1), answer(2, 'denied'), poll(3), answer(4)],
    ['taken', 'repeated', 'forgotten', 'unknown'],
  );
});

test('a request of one realm is found from no other', () => {
  const { requests, authReqId, resultId } = begin();
  assert.equal(requests.findByAuthReqId('r2', authReqId, START), undefined);
  assert.equal(requests.findByResultId('r2', resultId, START), undefined);
  assert.equal(requests.answer('r2', resultId, YES, START), 'unknown');
});

test('an id of one kind is none of the other', () => {
  const { requests, authReqId, resultId } = begin();
  assert.equal(requests.findByAuthReqId('r1', resultId, START), undefined);
  assert.equal(requests.findByResultId('r1', authReqId, START), undefined);
});

test('a request of which nobody was told is forgotten', () => {
  const { requests, authReqId, resultId } = begin();
  const request = requests.findByAuthReqId('r1', authReqId, START);
  assert.ok(request);
  requests.abandon(request);
  assert.equal(requests.findByResultId('r1', resultId, START), undefined);
});
