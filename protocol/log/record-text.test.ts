import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderError, renderErrorTitle, renderMessage } from './record-text.ts';
import { makeRecord } from './testing/record.ts';

test('named parameters follow the message; values with spaces, quotes or = are quoted, undefined ones omitted', () => {
  const parameters = { realm: 'demo', n: 1, none: undefined, text: 'a "b"', empty: '', on: true };
  const text = renderMessage(makeRecord({ message: 'done', parameters }));
  assert.equal(text, 'done realm=demo n=1 text="a \\"b\\"" empty="" on=true');
});

test('no message and no value can forge a second record or move the cursor', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (message, value) => {
      const text = renderMessage(makeRecord({ message, parameters: { value } }));
      assert.doesNotMatch(text, /[\p{Cc}\u2028\u2029]/u);
    }),
  );
});

test('service description §2.3: an error is rendered as title, stack and causes', () => {
  const text = renderError(new TypeError('outer', { cause: new Error('inner') }));
  assert.match(text, /^TypeError: outer\n( {4}at .*\n)+Caused by: Error: inner\n( {4}at .*\n)+$/);
});

test('an error with a multi-line message cannot forge a record', () => {
  assert.match(renderError(new Error('a\n2026-01-01 00:00:00,000 ERROR [x] b')), /^Error: a 2026[^\n]*\n/);
});

test('the errors of an aggregate are limited to the given number', () => {
  const error = new AggregateError([new Error('1'), new Error('2')], 'both');
  assert.equal(renderError(error).match(/Suppressed: /g)?.length, 2);
  assert.equal(renderError(error, 1).match(/Suppressed: /g)?.length, 1);
  assert.equal(renderError(error, 0).match(/Suppressed: /g), null);
});

test('cyclic causes terminate', () => {
  const error = new Error('a');
  error.cause = error;
  assert.ok(renderError(error).length < 100_000);
});

test('any thrown value has a text, even if converting it to a string throws', () => {
  assert.equal(renderError('just text'), 'just text\n');
  assert.equal(renderErrorTitle(null), 'null');
  const hostile = {
    toString() {
      throw new Error('no');
    },
  };
  assert.equal(renderErrorTitle(hostile), 'an object without a text');
});
