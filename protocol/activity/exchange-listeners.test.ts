import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordedExchange } from '#protocol/http/recorded-exchange.ts';
import { createExchangeListeners } from './exchange-listeners.ts';

function record(id: string, title: string | undefined, isBackground: boolean): RecordedExchange {
  const facts = { method: 'GET', target: '/x', rawHeaders: [], remoteAddress: '', secure: false };
  const recorded = new RecordedExchange(id, facts, 0, 0);
  recorded.heading = title;
  recorded.isBackground = isBackground;
  return recorded;
}

const FLOW = record('flow', 'Token request', false);
const READ = record('read', 'Keys', true);
const CONSOLE = record('console', undefined, true);

test('subscribers are notified of background requests only if they ask for them', () => {
  const listeners = createExchangeListeners();
  const received: Record<string, string[]> = { exclude: [], include: [], only: [] };
  listeners.subscribe(({ id }) => received['exclude']?.push(id));
  listeners.subscribe(({ id }) => received['include']?.push(id), 'include');
  listeners.subscribe(({ id }) => received['only']?.push(id), 'only');
  for (const recorded of [FLOW, READ, CONSOLE]) listeners.notify(recorded);
  assert.deepEqual(received, {
    exclude: ['flow'],
    include: ['flow', 'read', 'console'],
    only: ['read', 'console'],
  });
});

test('observers are notified of reads of discovery and keys, but not of requests of the console', () => {
  const listeners = createExchangeListeners();
  const received: string[] = [];
  listeners.observe(({ id }) => received.push(id));
  for (const recorded of [FLOW, READ, CONSOLE]) listeners.notify(recorded);
  assert.deepEqual(received, ['flow', 'read']);
});

test('the same function can watch twice, and stops once for each', () => {
  const listeners = createExchangeListeners();
  let count = 0;
  const listener = (): void => {
    count += 1;
  };
  const leaves = [listeners.observe(listener), listeners.observe(listener), listeners.subscribe(listener)];
  listeners.notify(FLOW);
  assert.equal(count, 3);
  leaves[0]?.();
  leaves[0]?.();
  listeners.notify(FLOW);
  assert.equal(count, 5);
  for (const leave of leaves) leave();
  listeners.notify(FLOW);
  assert.equal(count, 5);
});
