import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordedExchange } from '#protocol/http/recorded-exchange.ts';
import { createFlowTests } from './flow-tests.ts';

let count = 0;

function record(flow?: string, testName?: string, realm?: string): RecordedExchange {
  count += 1;
  const facts = { method: 'GET', target: '/', rawHeaders: [], remoteAddress: '', secure: false };
  const recorded = new RecordedExchange(`x${count}`, facts, 0, 0);
  if (flow !== undefined) recorded.joinFlow(flow);
  recorded.testName = testName;
  recorded.realmName = realm;
  return recorded;
}

test('test kit "X-Understudy-Test": a flow inherits the test, forwards and backwards', () => {
  const kept: RecordedExchange[] = [];
  const tests = createFlowTests({ all: () => kept });
  const [first, second, third] = [record('f1'), record('f1', 'paying'), record('f1')];
  for (const recorded of [first, second, third]) {
    tests.assign(recorded);
    kept.push(recorded);
  }
  assert.deepEqual(
    kept.map(({ testName }) => testName),
    ['paying', 'paying', 'paying'],
  );
});

test('test kit "X-Understudy-Test": other flows, and exchanges with a test of their own, keep theirs', () => {
  const tests = createFlowTests({ all: () => [] });
  tests.assign(record('f1', 'paying'));
  const [other, own] = [record('f2'), record('f1', 'leaving')];
  tests.assign(other);
  tests.assign(own);
  assert.deepEqual([other.testName, own.testName], [undefined, 'leaving']);
});

test('test kit "X-Understudy-Test": nothing is inherited after Activity was cleared', () => {
  const tests = createFlowTests({ all: () => [] });
  tests.assign(record('f1', 'paying'));
  tests.clear();
  const later = record('f1');
  tests.assign(later);
  assert.equal(later.testName, undefined);
});

test('test kit "X-Understudy-Test": the flows that are remembered are bounded, the oldest are forgotten', () => {
  const tests = createFlowTests({ all: () => [] });
  for (let index = 0; index <= 5000; index += 1) tests.assign(record(`f${index}`, 'many'));
  const [oldest, newest] = [record('f0'), record('f5000')];
  tests.assign(oldest);
  tests.assign(newest);
  assert.deepEqual([oldest.testName, newest.testName], [undefined, 'many']);
});

test('test kit "X-Understudy-Test": exchanges of a realm that a test has made are those of the test, until it is another one\'s', () => {
  const tests = createFlowTests({ all: () => [] });
  const assigned = (...of: Parameters<typeof record>) => {
    const recorded = record(...of);
    tests.assign(recorded);
    return recorded.testName;
  };
  tests.nameRealm('shop-1', 'paying');
  assert.equal(assigned('f1', undefined, 'shop-1'), 'paying');
  assert.equal(assigned('f2', 'leaving', 'shop-1'), 'leaving');
  assert.equal(assigned('f2', undefined, 'shop-1'), 'leaving');
  assert.equal(assigned('f3', undefined, 'shop-2'), undefined);
  tests.nameRealm('shop-1', undefined);
  assert.equal(assigned('f4', undefined, 'shop-1'), undefined);
});
