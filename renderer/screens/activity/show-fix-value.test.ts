import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showFixValue } from './show-fix-value.ts';

test('the parts of lists and of attributes with ## have a line each; no value has none', () => {
  assert.deepEqual(showFixValue(['http://a.test/', 'http://b.test/']), ['http://a.test/', 'http://b.test/']);
  assert.deepEqual(showFixValue('+##http://a.test/'), ['+', 'http://a.test/']);
  assert.deepEqual(showFixValue(undefined), []);
  assert.deepEqual(showFixValue(''), []);
  assert.deepEqual(showFixValue([]), []);
});

test('flags, numbers and objects are shown as in a realm file', () => {
  assert.deepEqual(showFixValue(true), ['true']);
  assert.deepEqual(showFixValue(120), ['120']);
  assert.deepEqual(showFixValue([{ type: 'password' }]), ['{"type":"password"}']);
});
