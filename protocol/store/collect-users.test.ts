import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectUsers } from './collect-users.ts';
import type { StoredUser } from './store.ts';

async function* walk(users: readonly StoredUser[], failure?: Error): AsyncGenerator<StoredUser, void> {
  yield* users;
  if (failure !== undefined) throw failure;
}

const ann = { id: '1', username: 'ann' };
const bob = { id: '2', username: 'bob' };

test('users are collected in the order of the walk', async () => {
  assert.deepEqual(await collectUsers(walk([bob, ann])), [bob, ann]);
  assert.deepEqual(await collectUsers(walk([])), []);
});

test('a walk that fails gives no part of the users', async () => {
  await assert.rejects(collectUsers(walk([ann], new RangeError('lost'))), RangeError);
});
