import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MetricFamily, writeMetrics } from './write-metrics.ts';

const COUNTER: MetricFamily = {
  name: 'a_total',
  type: 'counter',
  help: 'Back\\slash and\nline.',
  samples: [{ name: 'a_total', labels: { z: 'q"u\\o\nte', b: '' }, value: 3 }],
};

test('OpenMetrics 1.0 §5.2: the family of a counter has no _total, its samples have it, and # EOF ends the text', () => {
  assert.equal(
    writeMetrics([COUNTER], 'openmetrics'),
    '# HELP a Back\\\\slash and\\nline.\n# TYPE a counter\na_total{b="",z="q\\"u\\\\o\\nte"} 3\n# EOF\n',
  );
});

test('Prometheus text format 0.0.4: the family of a counter keeps _total, and nothing follows the last sample', () => {
  assert.equal(
    writeMetrics([COUNTER], 'text'),
    '# HELP a_total Back\\\\slash and\\nline.\n# TYPE a_total counter\na_total{b="",z="q\\"u\\\\o\\nte"} 3\n',
  );
});

test('only counters lose their _total: a gauge with that name keeps it in both formats', () => {
  const gauge: MetricFamily = { name: 'g_total', type: 'gauge', help: 'x', samples: [] };
  for (const format of ['openmetrics', 'text'] as const)
    assert.match(writeMetrics([gauge], format), /^# TYPE g_total gauge$/m);
});

test('labels are in alphabetical order with le last; values are floats, infinities and NaN', () => {
  const values = [0.5, 1e-7, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN];
  const samples = values.map((value) => ({ name: 'h_bucket', labels: { le: '+Inf', m: 1, a: 'x' }, value }));
  const text = writeMetrics([{ name: 'h', type: 'histogram', help: 'x', samples }], 'text');
  assert.deepEqual(
    text.split('\n').slice(2, -1),
    ['0.5', '1e-7', '+Inf', '-Inf', 'NaN'].map((value) => `h_bucket{a="x",m="1",le="+Inf"} ${value}`),
  );
});
