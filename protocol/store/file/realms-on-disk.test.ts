import assert from 'node:assert/strict';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { SharedTime } from '../memory/shared-time.ts';
import { DuplicateError } from '../store.ts';
import { createTestFolder } from '../testing/folder.ts';
import { DamagedRealms } from './damaged-realms.ts';
import { RealmFolder } from './realm-folder.ts';
import { RealmsOnDisk } from './realms-on-disk.ts';

async function createRealms(context: TestContext) {
  const path = await createTestFolder(context);
  const forgotten: string[] = [];
  const forget = (realmId: string) => forgotten.push(realmId);
  const damaged = new DamagedRealms(path, silentLogger);
  const realms = new RealmsOnDisk(path, [], damaged, forget, new SharedTime());
  await realms.create({ id: 'r', realm: 'demo' }, []);
  forgotten.length = 0;
  return { path, realms, forgotten };
}

test('a change that cannot be written is reported and not readable', async (context) => {
  const { path, realms } = await createRealms(context);
  await rename(join(path, 'r'), join(path, 'away'));
  await assert.rejects(
    realms.update('demo', (realm) => ({ ...realm, displayName: 'Lost' })),
    { code: 'ENOENT' },
  );
  await assert.rejects(
    realms.update('demo', (realm) => ({ ...realm, realm: 'lost' })),
    { code: 'ENOENT' },
  );
  assert.deepEqual(realms.list(), [{ id: 'r', realm: 'demo' }]);
  assert.equal(realms.find('lost'), undefined);
  await rename(join(path, 'away'), join(path, 'r'));
  await realms.update('demo', (realm) => ({ ...realm, realm: 'lost' }));
  assert.deepEqual((await new RealmFolder(join(path, 'r')).readRealm()).realm, { id: 'r', realm: 'lost' });
});

test('a realm that cannot be removed stays, with its sessions', async (context) => {
  const { path, realms, forgotten } = await createRealms(context);
  await rename(join(path, 'r'), join(path, 'away'));
  await assert.rejects(realms.remove('demo'), { code: 'ENOENT' });
  assert.deepEqual(forgotten, []);
  assert.equal(realms.find('demo')?.id, 'r');
  await rename(join(path, 'away'), join(path, 'r'));
  assert.equal(await realms.remove('demo'), true);
  assert.deepEqual(forgotten, ['r']);
});

test('a realm that cannot be replaced stays, with its sessions, and can be changed', async (context) => {
  const { path, realms, forgotten } = await createRealms(context);
  await mkdir(join(path, 'second'));
  await writeFile(join(path, 'second', 'mine.txt'), 'in the way');
  await assert.rejects(realms.replace({ id: 'second', realm: 'demo' }, []));
  assert.deepEqual(forgotten, []);
  assert.deepEqual(realms.list(), [{ id: 'r', realm: 'demo' }]);
  await realms.update('demo', (realm) => ({ ...realm, displayName: 'Still here' }));
  assert.equal((await new RealmFolder(join(path, 'r')).readRealm()).realm.displayName, 'Still here');
  await rm(join(path, 'second'), { recursive: true });
  await realms.replace({ id: 'second', realm: 'demo' }, []);
  assert.deepEqual(forgotten, ['r', 'second']);
});

test('a realm that is being replaced keeps its name and both ids taken', async (context) => {
  const { realms } = await createRealms(context);
  const replacing = realms.replace({ id: 'new', realm: 'demo' }, []);
  await Promise.resolve();
  for (const [id, realm] of [
    ['other', 'demo'],
    ['r', 'other'],
    ['new', 'other'],
  ] as const)
    await assert.rejects(realms.create({ id, realm }, []), DuplicateError);
  await replacing;
  await realms.create({ id: 'r', realm: 'other' }, []);
});

test('a realm that cannot be written does not exist, and its name stays free', async (context) => {
  const { path, realms } = await createRealms(context);
  await mkdir(join(path, 'second'));
  await writeFile(join(path, 'second', 'mine.txt'), 'in the way');
  await assert.rejects(realms.create({ id: 'second', realm: 'second' }, []));
  assert.equal(realms.find('second'), undefined);
  await rm(join(path, 'second'), { recursive: true });
  await realms.create({ id: 'second', realm: 'second' }, []);
});

test('a name reserved by a pending renaming is not given to a new realm', async (context) => {
  const { realms } = await createRealms(context);
  const renaming = realms.update('demo', (realm) => ({ ...realm, realm: 'new' }));
  // The renaming has begun to write at this point.
  await Promise.resolve();
  await assert.rejects(realms.create({ id: 'other', realm: 'new' }, []), DuplicateError);
  await renaming;
});

test('a change that waits behind a removal is rejected: there is no such realm', async (context) => {
  const { realms } = await createRealms(context);
  const removal = realms.remove('demo');
  const change = realms.update('demo', (realm) => realm);
  await assert.rejects(change, TypeError);
  assert.equal(await removal, true);
});

test('realms created concurrently keep the order of their requests', async (context) => {
  const { path, realms } = await createRealms(context);
  const names = ['c', 'a', 'b', 'd'];
  await Promise.all(names.map((name) => realms.create({ id: name, realm: name }, [])));
  assert.deepEqual(
    realms.list().map((realm) => realm.realm),
    ['demo', ...names],
  );
  const orders = await Promise.all(
    names.map(async (name) => (await new RealmFolder(join(path, name)).readRealm()).order),
  );
  assert.deepEqual(orders, [2, 3, 4, 5]);
});
