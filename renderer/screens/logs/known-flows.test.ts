import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogLineWire } from '#protocol/contract/logs.ts';
import { knownFlows } from './known-flows.ts';

const known = knownFlows([
  { id: 'e3', flow: 'f1' },
  { id: 'e2', flow: 'f2' },
  { id: 'e1', flow: 'f1' },
]);
const find = (mdc: LogLineWire['mdc'], message = '') =>
  known.find({ sequence: 1, at: '', level: 'INFO', category: 'c', message, thread: 'main', mdc });

test('console "Logs": a line links to its own exchange', () => {
  assert.equal(find({ flow: 'f1', exchange: 'e1' }), 'e1');
});

test('console "Logs": a line whose exchange is missing links to the newest of its flow', () => {
  assert.equal(find({ flow: 'f1', exchange: 'e0' }), 'e3');
  assert.equal(find({ flow: 'f2' }), 'e2');
});

test('console "Logs": a line without a flow in Activity has no link', () => {
  assert.equal(find({ flow: 'f9', exchange: 'e9' }), undefined);
  assert.equal(find({}), undefined);
});

test('console "Logs": a line with its exchange among the parameters links to it, too', () => {
  assert.equal(find({}, 'Refused exchange=e2 status=401'), 'e2');
  assert.equal(find({}, 'Refused myexchange=e2'), undefined);
  assert.equal(find({}, 'Refused exchange=e9'), undefined);
});
