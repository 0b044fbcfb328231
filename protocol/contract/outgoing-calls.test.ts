import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMULATOR_SUBJECTS } from './emulator-routes/table.ts';
import { CALL_KINDS } from './outgoing-calls.ts';

test('test kit "Calls": kinds are words with hyphens, each once, and the route knows all of them', () => {
  assert.equal(new Set(CALL_KINDS).size, CALL_KINDS.length);
  for (const kind of CALL_KINDS) assert.match(kind, /^[a-z]+(-[a-z]+)*$/);
  const { kind } = EMULATOR_SUBJECTS.evidence.routes['GET /realms/{realm}/calls'].query;
  assert.deepEqual(kind.choices, CALL_KINDS);
});
