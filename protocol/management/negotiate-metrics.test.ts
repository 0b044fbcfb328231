import assert from 'node:assert/strict';
import { test } from 'node:test';
import { METRICS_TYPES, negotiateMetrics } from './negotiate-metrics.ts';

test('Keycloak 26 /metrics: without Accept, with a wildcard and with text/* the format is OpenMetrics', () => {
  for (const accept of [undefined, '*/*', 'text/*', 'application/*', 'text/html, */*;q=0.1'])
    assert.equal(negotiateMetrics(accept).contentType, METRICS_TYPES.openmetrics, accept);
});

test('Keycloak 26 /metrics: text/plain of any version is the Prometheus text format', () => {
  for (const accept of [
    'text/plain',
    'text/plain; version=0.0.4',
    'TEXT/PLAIN;version=1.0.0',
    'text/plain;q=0.5',
  ])
    assert.equal(negotiateMetrics(accept).contentType, METRICS_TYPES.text, accept);
});

test('RFC 9110 §12.5.1: the range with the highest quality decides, and of equals the first one', () => {
  const openmetrics = 'application/openmetrics-text; version=1.0.0; charset=utf-8';
  assert.equal(negotiateMetrics(`text/plain;q=0.3, ${openmetrics};q=0.6`).format, 'openmetrics');
  assert.equal(negotiateMetrics(`${openmetrics};q=0.3, text/plain;q=0.6`).format, 'text');
  assert.equal(negotiateMetrics(`text/plain, ${openmetrics}`).format, 'text');
  assert.equal(negotiateMetrics('text/plain;q=0, */*;q=0.1').format, 'openmetrics');
});

test('Prometheus: the Accept header of its scrapes is accepted', () => {
  const accept =
    'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2';
  assert.equal(negotiateMetrics(accept).format, 'text');
});

test('Keycloak 26 /metrics: OpenMetrics without version and charset is 406 with a reason phrase', () => {
  for (const accept of [
    'application/openmetrics-text',
    'application/openmetrics-text; version=1.0.0',
    'application/openmetrics-text; charset=utf-8',
    'application/openmetrics-text; version=0.0.1; charset=utf-8',
    'application/json',
    'text/plain;q=0',
    'text/plain;q=x',
    ';',
  ])
    assert.deepEqual(negotiateMetrics(accept), {
      format: undefined,
      reason: `Micrometer prometheus endpoint does not support ${accept}`,
    });
});

test('bad input: a long Accept header, or one with other characters, is not repeated in full', () => {
  const { reason = '' } = negotiateMetrics(`a\u00e9\u0007b/${'c'.repeat(1000)}`);
  assert.match(reason, /support ab\/c+$/);
  assert.ok(reason.length < 300);
});
