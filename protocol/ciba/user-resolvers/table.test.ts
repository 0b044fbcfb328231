import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findUserResolver, SUPPORTED_HINTS } from './table.ts';

test('service description §2.2: only login_hint is supported', () => {
  assert.deepEqual(SUPPORTED_HINTS, ['login_hint']);
  for (const hint of ['login_hint_token', 'id_token_hint', '', 'toString', '__proto__'])
    assert.equal(findUserResolver(hint), undefined, hint);
});

test('each hint in the table has a file', () => {
  for (const hint of SUPPORTED_HINTS)
    assert.ok(existsSync(join(import.meta.dirname, `${hint.replaceAll('_', '-')}.ts`)), hint);
});
