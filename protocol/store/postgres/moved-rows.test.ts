import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { DuplicateError } from '../store.ts';
import { fullSample, toMoved } from '../testing/moved-realm.ts';
import { taken } from '../testing/sample-realm.ts';
import type { Queries } from './database.ts';
import { addMovedRows } from './moved-rows.ts';
import { openPostgresStore } from './open-postgres-store.ts';
import { withDatabase } from './testing/test-database.ts';

const check = withDatabase();

/** A database that reports a violated constraint for every statement. */
function refusing(constraint: string, detail: string): Queries {
  const refuse = () =>
    Promise.reject(Object.assign(new Error('duplicate'), { code: '23505', constraint, detail }));
  return { query: refuse, run: refuse };
}

for (const [constraint, member] of [
  ['users_id', 'id'],
  ['users_username', 'username'],
  ['users_email', 'email'],
] as const)
  test(`a violated ${constraint} names the ${member}, whatever the language of the database`, async () => {
    const key = '2f1b3f64-6f0c-4c8e-9f5a-7f5f7a0c3d11';
    const queries = refusing(constraint, `Schlüssel »(realm_key, x)=(${key}, a, (b))« existiert bereits.`);
    await assert.rejects(
      addMovedRows(queries, key, toMoved(fullSample()), {}),
      (error) => error instanceof DuplicateError && error.message === `${member} "a, (b)" is taken`,
    );
  });

test('an error that is no duplicate is thrown as it is', async () => {
  const queries = refusing('realms_name', '');
  await assert.rejects(addMovedRows(queries, 'k', toMoved(fullSample()), {}), { message: 'duplicate' });
});

check('two sessions with the same id are refused, and the realm is not stored', async (given) => {
  const store = await openPostgresStore(given.newSettings(), { log: silentLogger });
  try {
    const content = fullSample();
    const [session] = content.sessions;
    assert.ok(session !== undefined);
    const twice = { ...content, sessions: [...content.sessions, session] };
    await assert.rejects(store.mover.store(toMoved(twice)), taken('id'));
    assert.deepEqual(store.realms.list(), []);
  } finally {
    await store.close();
  }
});
