import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXCHANGE, REALM } from './arguments.ts';

test('a realm and an exchange have a name that is not empty', () => {
  for (const argument of [REALM, EXCHANGE]) {
    assert.equal(argument.safeParse('').success, false);
    assert.equal(argument.safeParse(7).success, false);
    assert.equal(argument.safeParse('demo').success, true);
  }
});
