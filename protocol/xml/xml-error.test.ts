import assert from 'node:assert/strict';
import { test } from 'node:test';
import { XmlError } from './xml-error.ts';

test('XML 1.0 §1.2: an error includes its position if known', () => {
  const error = new XmlError('undefined entity', { line: 2, column: 7 });
  assert.equal(error.message, 'undefined entity (line 2, column 7)');
  assert.equal(error.reason, 'undefined entity');
  assert.equal(new XmlError('two of them').message, 'two of them');
});
