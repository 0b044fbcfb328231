import assert from 'node:assert/strict';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { collect } from '../collect.ts';
import { SharedTime } from '../memory/shared-time.ts';
import { RealmOutOfServiceError } from '../store.ts';
import { createTestFolder } from '../testing/folder.ts';
import { DamagedRealms } from './damaged-realms.ts';
import { RealmFolder } from './realm-folder.ts';
import { RealmsOnDisk } from './realms-on-disk.ts';
import { createUsersOnDisk } from './users-on-disk.ts';

const alice = { id: 'u1', username: 'alice' };

async function createUsers(context: TestContext) {
  const path = await createTestFolder(context);
  const damaged = new DamagedRealms(path, silentLogger);
  const realms = new RealmsOnDisk(path, [], damaged, () => undefined, new SharedTime());
  await realms.create({ id: 'r', realm: 'demo' }, [alice]);
  const users = createUsersOnDisk(realms);
  const onDisk = async () => (await new RealmFolder(join(path, 'r')).users(() => true)).list();
  return { folder: join(path, 'r'), users, onDisk };
}

test('a change is on disk when it is acknowledged', async (context) => {
  const { users, onDisk } = await createUsers(context);
  const bob = { id: 'u2', username: 'bob' };
  await users.create('r', bob);
  assert.deepEqual(await onDisk(), [alice, bob]);
  await users.update('r', 'u1', (user) => ({ ...user, email: 'a@x' }));
  assert.deepEqual(await onDisk(), [{ ...alice, email: 'a@x' }, bob]);
  await users.remove('r', 'u1');
  assert.deepEqual(await onDisk(), [bob]);
});

test('a change that cannot be written is reported and undone', async (context) => {
  const { folder, users, onDisk } = await createUsers(context);
  await users.find('r', 'u1');
  await rename(join(folder, 'users'), join(folder, 'away'));
  const lost = { code: 'ENOENT' };
  await assert.rejects(users.create('r', { id: 'u2', username: 'bob' }), lost);
  await assert.rejects(
    users.update('r', 'u1', (user) => ({ ...user, username: 'eve' })),
    lost,
  );
  await assert.rejects(users.remove('r', 'u1'), lost);
  assert.deepEqual(await collect(users.each('r')), [alice]);
  assert.equal(await users.findByUsername('r', 'bob'), undefined);
  await rename(join(folder, 'away'), join(folder, 'users'));
  await users.create('r', { id: 'u3', username: 'bob' });
  assert.deepEqual(await onDisk(), [alice, { id: 'u3', username: 'bob' }]);
});

test('users that cannot be read fail every use with the name of the file, and nothing overwrites them', async (context) => {
  const { folder, users } = await createUsers(context);
  await writeFile(join(folder, 'users', '000000.json'), 'torn');
  await assert.rejects(users.find('r', 'u1'), RealmOutOfServiceError);
  await assert.rejects(users.create('r', { id: 'u2', username: 'bob' }), /000000\.json cannot be used/);
  await assert.rejects(users.remove('r', 'u1'), RealmOutOfServiceError);
  assert.equal(await readFile(join(folder, 'users', '000000.json'), 'utf8'), 'torn');
});
