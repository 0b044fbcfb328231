import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAttributeValue, splitPair } from './attribute-value.ts';
import { CommandError, UsageError } from './command-error.ts';
import { writeCompact } from './json.ts';

for (const pair of ['', 'name', '=value', '=']) {
  test(`Keycloak: "${pair}" is no key=value parameter`, () => {
    assert.throws(
      () => splitPair(pair),
      (error) => error instanceof UsageError && error.message === `Invalid key=value parameter: [${pair}]`,
    );
  });
}

for (const text of ["'abc", '"abc', '"', '\'a"', '"a\'']) {
  test(`bad input: ${text} has no closing quotation mark; the message does not show the value`, () => {
    assert.throws(
      () => readAttributeValue(text, 'credentials'),
      (error) =>
        error instanceof CommandError &&
        /^Invalid string value of credentials: the closing quotation mark is missing\./.test(error.message) &&
        !error.message.includes('abc'),
    );
  });
}

test('Keycloak: a pair is split at the first =', () => {
  assert.deepEqual(splitPair('a=b=c'), { name: 'a', value: 'b=c' });
  assert.deepEqual(splitPair('a='), { name: 'a', value: '' });
});

const VALUES: readonly (readonly [typed: string, sent: string])[] = [
  ['true', 'true'],
  ['12345678', '12345678'],
  ['1e3', '1e3'],
  ['12345678901234567890', '12345678901234567890'],
  ['null', 'null'],
  ['', 'null'],
  [' ', '" "'],
  ['007', '"007"'],
  ['1.2.3', '"1.2.3"'],
  ['1 2', '"1 2"'],
  ['"true"', '"true"'],
  ["'x'", '"x"'],
  ['""', '""'],
  ["''", '""'],
  ['["101"]', '["101"]'],
  ['{"a": [1]}', '{"a":[1]}'],
  ['[http://x]', '"[http://x]"'],
  ['Regular user', '"Regular user"'],
  ['hashIterations(3) and length(9)', '"hashIterations(3) and length(9)"'],
  ['"hashIterations and length"', '"hashIterations and length"'],
  ["it's", '"it\'s"'],
];

for (const [typed, sent] of VALUES) {
  test(`Keycloak: the value ${typed} is sent as ${sent}`, () => {
    assert.equal(writeCompact(readAttributeValue(typed, 'a')), sent);
  });
}
