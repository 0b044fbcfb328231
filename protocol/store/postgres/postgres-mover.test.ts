// Own process: many stores are opened one after another.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { type PostgresCluster, startPostgres, whyNoPostgres } from '../../../tools/postgres.mjs';
import { openFileStore } from '../file/open-file-store.ts';
import { fullSample, sampleMoved, toMoved } from '../testing/moved-realm.ts';
import { type MovableStore, readContent, testMover } from '../testing/moving-conformance.ts';
import { alice, demo } from '../testing/sample-realm.ts';
import { createSession } from '../testing/sample-session.ts';
import { openPostgresStore } from './open-postgres-store.ts';
import type { PostgresSettings } from './postgres-settings.ts';

const skip = whyNoPostgres();
let cluster: PostgresCluster | undefined;

async function newSettings(): Promise<PostgresSettings> {
  if (cluster === undefined) throw new TypeError('the database has not been started');
  const { host, port, user, password } = cluster;
  const database = await cluster.createDatabase();
  const tls = { mode: 'disable', authorities: undefined, certificate: undefined, key: undefined } as const;
  const applicationName = 'understudy-test';
  return { host, port, database, user, password, schema: 'public', poolMaxSize: 4, tls, applicationName };
}

const open = (settings: PostgresSettings) => openPostgresStore(settings, { log: silentLogger });

async function moveAll(from: MovableStore, to: MovableStore): Promise<void> {
  for (const { id } of from.realms.list()) await from.mover.read(id, (moved) => to.mover.store(moved));
}

if (skip !== undefined) test('a database moves realms', { skip });
else {
  before(async () => {
    cluster = await startPostgres();
  });
  after(() => cluster?.stop());
  testMover('postgres', async () => {
    const settings = await newSettings();
    let store = await open(settings);
    return {
      store,
      async reopen() {
        await store.close();
        store = await open(settings);
        return store;
      },
      dispose: () => store.close(),
    };
  });

  test('issue "State in PostgreSQL" 5: files, moved to a database and from there to files, are the same', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(async () => mkdtemp(join(tmpdir(), 'understudy-mover-'))),
    );
    assert.ok(first !== undefined && second !== undefined);
    const files = await openFileStore(first, { log: silentLogger });
    const database = await open(await newSettings());
    const copies = await openFileStore(second, { log: silentLogger });
    try {
      const contents = Array.from({ length: 12 }, (_, seed) => sampleMoved(seed));
      for (const content of contents) await files.mover.store(toMoved(content));
      await moveAll(files, database);
      await moveAll(database, copies);
      assert.deepEqual(copies.realms.list(), files.realms.list());
      for (const content of contents) assert.deepEqual(await readContent(copies, content.realm.id), content);
    } finally {
      for (const store of [files, database, copies]) await store.close();
      for (const path of [first, second]) await rm(path, { recursive: true, force: true });
    }
  });

  test('a realm that is moved into a database in use is served by the other servers when the call resolves', async () => {
    const settings = await newSettings();
    const [server, command] = [await open(settings), await open(settings)];
    try {
      await server.realms.create(demo, [alice]);
      await command.alone(async () => undefined);
      await server.sessions.create(createSession('earlier'));
      const content = fullSample(demo.id);
      const moved = { ...content, realm: { ...content.realm, realm: 'demo' } };
      await command.mover.store(toMoved(moved));
      assert.deepEqual(server.realms.find('demo'), moved.realm);
      assert.deepEqual(server.realms.findClock(demo.id), moved.clock);
      assert.equal(await server.sessions.find(demo.id, 'earlier'), undefined);
      for (const session of content.sessions)
        assert.deepEqual(await server.sessions.find(demo.id, session.id), session);
      await server.users.create(demo.id, alice);
      await server.sessions.create(createSession('later'));
      assert.ok(await command.sessions.find(demo.id, 'later'));
    } finally {
      await Promise.all([server.close(), command.close()]);
    }
  });

  test('a realm is read as it was when the reading began, whatever servers change meanwhile', async () => {
    const settings = await newSettings();
    const [server, command] = [await open(settings), await open(settings)];
    try {
      const content = fullSample();
      const { id, realm } = content.realm;
      await server.mover.store(toMoved(content));
      await command.alone(async () => undefined);
      const read = await command.mover.read(id, async (moved) => {
        const { value } = await moved.users()[Symbol.asyncIterator]().next();
        await server.realms.remove(realm);
        return value;
      });
      assert.deepEqual(read, content.users[0]);
      assert.equal(server.realms.find(realm), undefined);
    } finally {
      await Promise.all([server.close(), command.close()]);
    }
  });
}
