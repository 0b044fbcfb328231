import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { AdminError } from '../admin-error.ts';
import { checkLinks } from './link-conflicts.ts';

const linked = (id: string, ...ids: readonly string[]) => ({
  id,
  username: id,
  federatedIdentities: ids.map((userId) => ({ identityProvider: 'github', userId })),
});

async function check(...imported: readonly ReturnType<typeof linked>[]): Promise<void> {
  const { realms, users } = createMemoryStore();
  await realms.create({ id: 'r', realm: 'r' }, [linked('ann', '1'), linked('bob')]);
  await checkLinks(users, 'r', imported);
}

const refused = (error: unknown) => error instanceof AdminError && error.status === 409;

test('an account of another user, or of two users of the import, is 409', async () => {
  await assert.rejects(check(linked('new', '2', '1')), refused);
  await assert.rejects(check(linked('bob', '1')), refused);
  await assert.rejects(check(linked('new', '2'), linked('newer', '3', '2')), refused);
});

test('own and free accounts are accepted, also twice', async () => {
  await check(linked('ann', '1', '1', '2'), linked('bob', '3'), linked('new'));
});
