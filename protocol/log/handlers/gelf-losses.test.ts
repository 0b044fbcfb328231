import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestScheduler } from '../testing/scheduler.ts';
import { GelfLosses } from './gelf-losses.ts';

function collect() {
  const scheduler = createTestScheduler();
  const reports: [number, string][] = [];
  return { scheduler, reports, losses: new GelfLosses(scheduler, (...report) => reports.push(report)) };
}

test('lost messages are reported once per minute, with their number and the latest reason', () => {
  const { scheduler, reports, losses } = collect();
  losses.add(1, 'first');
  scheduler.advance(30_000);
  losses.add(4, 'second');
  scheduler.advance(29_999);
  assert.deepEqual(reports, []);
  scheduler.advance(1);
  assert.deepEqual(reports, [[5, 'second']]);
  losses.add(1, 'third');
  scheduler.advance(60_000);
  assert.deepEqual(reports.at(-1), [1, 'third']);
});

test('without losses nothing is reported or scheduled', () => {
  const { scheduler, reports, losses } = collect();
  losses.add(0, 'nothing');
  assert.equal(scheduler.waiting, 0);
  losses.flush();
  scheduler.advance(600_000);
  assert.deepEqual(reports, []);
});

test('on close pending losses are reported immediately, and only once', () => {
  const { scheduler, reports, losses } = collect();
  losses.add(2, 'why');
  losses.flush();
  losses.flush();
  scheduler.advance(120_000);
  assert.deepEqual(reports, [[2, 'why']]);
});
