import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNTED, METRIC_TABLE } from './metric-table.ts';

const ROWS = Object.values(METRIC_TABLE).flat();

test('Prometheus naming: names are unique, and all and only counters end with _total, except gauges of prom-client', () => {
  const names = ROWS.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const { name, type } of ROWS) {
    assert.match(name, /^[a-z][a-z0-9_]*$/);
    if (type === 'counter') assert.match(name, /_total$/);
    else if (!name.startsWith('nodejs_active_')) assert.doesNotMatch(name, /_total$/, name);
  }
});

test('the reference page: every metric has a help text in full sentences', () => {
  for (const { name, help } of ROWS) assert.match(help, /^[A-Z].*\.$/, name);
});

test('Micrometer order: labels are in alphabetical order', () => {
  for (const { name, labels } of Object.values(COUNTED)) assert.deepEqual([...labels].sort(), labels, name);
});
