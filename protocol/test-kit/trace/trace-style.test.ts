import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { TRACE_STYLE, TRACE_STYLE_SOURCE } from './trace-style.ts';

test('CSP 3 §6.7.3.3: the source names exactly this stylesheet, which loads nothing', () => {
  const hash = createHash('sha256').update(TRACE_STYLE).digest('base64');
  assert.equal(TRACE_STYLE_SOURCE, `'sha256-${hash}'`);
  assert.doesNotMatch(TRACE_STYLE, /@import|url\(|<|expression/);
});
