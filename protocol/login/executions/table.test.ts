import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { EXECUTIONS, findExecution } from './table.ts';

test('every row has a file and a test', () => {
  for (const name of Object.keys(EXECUTIONS)) {
    for (const file of [`${name}.ts`, `${name}.test.ts`]) {
      assert.ok(existsSync(new URL(file, import.meta.url)), file);
    }
  }
});

test('a name without a row finds nothing, not even an Object.prototype member', () => {
  assert.equal(findExecution('username-password'), 'username-password');
  for (const name of [undefined, '', 'constructor', '__proto__', 'toString', 'One-Click']) {
    assert.equal(findExecution(name), undefined, name);
  }
});
