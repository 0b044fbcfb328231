import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseParameters } from '#protocol/http/parameters.ts';
import { checkNoDuplicates, requireParameter } from './check-form.ts';

for (const text of ['a=1&a=1', 'a=1&b=2&a=', 'a&a']) {
  test(`RFC 6749 §3.2: "${text}" is refused, and Activity names the parameter`, () => {
    assert.throws(() => checkNoDuplicates(parseParameters(text)), {
      code: 'invalid_request',
      description: 'duplicated parameter',
      status: 400,
      reason: 'Parameter a was sent more than once.',
    });
  });
}

test('parameters that are not repeated are accepted', () => {
  checkNoDuplicates(parseParameters('a=1&b=1'));
});

for (const text of ['', 'code=', 'other=1']) {
  test(`RFC 6749 §3.2: without a value in "${text}", a required parameter is named as missing`, () => {
    const details = { remedy: 'Send code.', section: 'RFC 6749 §4.1.3' };
    assert.throws(() => requireParameter(parseParameters(text), 'code', details), {
      code: 'invalid_request',
      description: 'Missing parameter: code',
      ...details,
    });
  });
}

test('the value of a required parameter is returned as sent', () => {
  assert.equal(requireParameter(parseParameters('code=a+b'), 'code', {}), 'a b');
});
