import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOptions, USAGE } from './options.mjs';

test('without options, everything is measured in full and nothing is written', () => {
  assert.deepEqual(readOptions([]), { quick: false, write: false, help: false });
});

test('options with values are given with or without an equals sign', () => {
  const { only, against, quick } = readOptions(['--only=SAML', '--against', '/elsewhere', '--quick']);
  assert.deepEqual([only, against, quick], ['SAML', '/elsewhere', true]);
});

for (const args of [['--fast'], ['store'], ['--only'], ['--quick=yes']]) {
  test(`${args.join(' ')} is refused with the usage, before anything is measured`, () => {
    assert.throws(
      () => readOptions(args),
      (error) => error.remedy === USAGE && /^[A-Z].*\.$/.test(error.message),
    );
  });
}
