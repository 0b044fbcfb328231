// Tests of the rule that every source file has a test.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTypeOnly } from './unit-tests.mjs';

test('a file of interfaces and types needs no test', () => {
  assert.equal(
    isTypeOnly("import type { A } from './a.ts';\nexport interface B {\n  readonly a: A;\n}\n"),
    true,
  );
});

test('a file with a function, a constant or a class needs one', () => {
  assert.equal(isTypeOnly('export function f(): void {}\n'), false);
  assert.equal(isTypeOnly('const table = {};\n'), false);
  assert.equal(isTypeOnly('export class E extends Error {}\n'), false);
});
