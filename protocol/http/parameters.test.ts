import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  listParameters,
  MAX_PARAMETER_NAME_LENGTH,
  MAX_PARAMETERS,
  NO_PARAMETERS,
  omitEmpty,
  parseParameters,
} from './parameters.ts';
import { RequestFault } from './request-fault.ts';

function refusal(text: string): RequestFault {
  try {
    parseParameters(text);
  } catch (error) {
    assert.ok(error instanceof RequestFault);
    return error;
  }
  return assert.fail('was accepted');
}

test('RFC 6749 §B: names and values are decoded, + is a space, and order is preserved', () => {
  const form = parseParameters('b=1+2&a=%C3%A9&&empty=&bare');
  assert.deepEqual(form.entries, [
    ['b', '1 2'],
    ['a', 'é'],
    ['empty', ''],
    ['bare', ''],
  ]);
  assert.equal(form.get('empty'), '');
  assert.equal(form.has('missing'), false);
});

test('a repeated name is reported, and its first value is used', () => {
  const form = parseParameters('x=1&y=2&x=3&x=4');
  assert.deepEqual(form.duplicates, ['x']);
  assert.equal(form.get('x'), '1');
  assert.deepEqual(form.all('x'), ['1', '3', '4']);
});

test('names of Object.prototype are ordinary names', () => {
  const form = parseParameters('__proto__=1');
  assert.equal(form.get('__proto__'), '1');
  assert.equal(form.get('constructor'), undefined);
});

test('a value with invalid percent-encoding is rejected by position, without echoing it', () => {
  const fault = refusal('ok=1&evil=%zz<script>');
  assert.equal(fault.status, 400);
  assert.equal(fault.description, 'The value of parameter 2 is not valid percent-encoded UTF-8.');
});

test('bytes that are not UTF-8 are rejected', () => {
  assert.equal(refusal('a=%ff').status, 400);
  assert.equal(
    refusal('%c0%80=1').description,
    'The name of parameter 1 is not valid percent-encoded UTF-8.',
  );
});

test('too many parameters are rejected, the limit itself is not', () => {
  assert.equal(parseParameters('a=1&'.repeat(MAX_PARAMETERS)).entries.length, MAX_PARAMETERS);
  assert.equal(
    refusal('a=1&'.repeat(MAX_PARAMETERS + 1)).description,
    'There are more than 1000 parameters.',
  );
});

test('a name beyond the limit is rejected', () => {
  assert.equal(refusal('x'.repeat(MAX_PARAMETER_NAME_LENGTH + 1)).status, 400);
});

test('any input is either parsed or rejected with 400', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: fc.constantFrom('%', '=', '&', '+', 'f', '0', 'é') }),
      ),
      (text) => {
        try {
          parseParameters(text);
        } catch (error) {
          assert.ok(error instanceof RequestFault && error.status === 400);
        }
      },
    ),
  );
});

test('the output of URLSearchParams is read back unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ maxLength: 40 }), fc.string())), (pairs) => {
      const text = new URLSearchParams(pairs).toString();
      const expected = pairs.filter(([name, value]) => name !== '' || value !== '');
      const read = parseParameters(text).entries.filter(([name, value]) => name !== '' || value !== '');
      assert.deepEqual(read, expected);
    }),
  );
});

test('parameters that are already decoded keep order and repetitions', () => {
  const parameters = listParameters([
    ['a', '1'],
    ['b', 'x y'],
    ['a', '2'],
  ]);
  assert.deepEqual(
    [parameters.get('a'), parameters.all('a'), parameters.duplicates],
    ['1', ['1', '2'], ['a']],
  );
  assert.equal(listParameters([]), NO_PARAMETERS);
});

test('RFC 6749 §3.1: parameters without a value are omitted, and do not count as repeated', () => {
  const left = omitEmpty(parseParameters('a=&b=1&a=2&bare&c=%20'));
  assert.deepEqual(left.entries, [
    ['b', '1'],
    ['a', '2'],
    ['c', ' '],
  ]);
  assert.deepEqual([left.has('bare'), left.duplicates], [false, []]);
  assert.equal(omitEmpty(parseParameters('a=')), NO_PARAMETERS);
});

test('parameters that all have a value are not copied', () => {
  const form = parseParameters('a=1&a=2');
  assert.equal(omitEmpty(form), form);
});
