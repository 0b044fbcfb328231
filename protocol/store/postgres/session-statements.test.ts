import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as sql from './session-statements.ts';
import { checkStatements } from './testing/statements.ts';
import { withDatabase } from './testing/test-database.ts';

const KINDS = ['add', 'set', 'end', 'keep', 'lack'] as const;
const REVOCATIONS = ['none', 'fresh', 'any'] as const;

withDatabase()('the database understands every statement of sessions', async (given) => {
  const { changing, ...statements } = sql;
  const changes = KINDS.flatMap((kind) => REVOCATIONS.map((revocation) => changing(kind, revocation)));
  await checkStatements(given, [...Object.values(statements), ...changes]);
});

test('a change has one statement, which is prepared once', () => {
  assert.equal(sql.changing('set', 'any'), sql.changing('set', 'any'));
  assert.notEqual(sql.changing('set', 'any').name, sql.changing('set', 'fresh').name);
});
