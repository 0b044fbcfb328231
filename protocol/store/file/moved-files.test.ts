import assert from 'node:assert/strict';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { collect } from '../collect.ts';
import { createTestFolder } from '../testing/folder.ts';
import { fullSample, toMoved } from '../testing/moved-realm.ts';
import { readMovedUsers, readOriginUsers, writeMovedFiles } from './moved-files.ts';

test('users are read as they were written, the origin only where it differs', async (context) => {
  const folder = await createTestFolder(context);
  const content = fullSample();
  const written: number[] = [];
  await writeMovedFiles(folder, { order: 1, realm: content.realm }, toMoved(content), {
    written: (count) => written.push(count),
  });
  assert.deepEqual(await collect(readMovedUsers(folder)), content.users);
  const origin = (await collect(readOriginUsers(folder))).map(({ id }) => id);
  assert.deepEqual(
    origin.toSorted(),
    content.originUsers.map(({ id }) => id),
  );
  assert.equal(written.at(-1), content.users.length);
});

test('a realm without users, origin and sessions is one file', async (context) => {
  const folder = await createTestFolder(context);
  const { realm } = fullSample();
  const empty = { realm, clock: undefined, origin: undefined, users: [], originUsers: [], sessions: [] };
  await writeMovedFiles(folder, { order: 1, realm }, toMoved({ ...empty, revoked: {} }), {});
  assert.deepEqual(await readdir(folder), ['realm.json']);
  assert.deepEqual(await collect(readMovedUsers(folder)), []);
});

test('an error of the sessions rejects once nothing is written to the folder any more', async (context) => {
  const folder = join(await createTestFolder(context), 'draft');
  await mkdir(folder);
  const content = fullSample();
  const failing = {
    ...toMoved(content),
    async *sessions() {
      yield* content.sessions;
      throw new RangeError('torn');
    },
  };
  await assert.rejects(writeMovedFiles(folder, { order: 1, realm: content.realm }, failing, {}), RangeError);
  assert.ok(!(await readdir(folder)).includes('realm.json'));
  const drafts = (await readdir(join(folder, 'sessions'))).filter((name) => name.endsWith('.tmp'));
  assert.deepEqual(drafts, []);
});
