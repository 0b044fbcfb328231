import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { startFaultyLink } from '../../../tools/faulty-link.mjs';
import { ANNOUNCE, channelOf, type ListenerEvents, listenForChanges } from './change-listener.ts';
import type { PostgresSettings } from './postgres-settings.ts';
import { type TestDatabase, usingDatabase, withDatabase } from './testing/test-database.ts';

const check = withDatabase();

/** Events as they come, which can be awaited. */
function recordEvents() {
  const seen: (string | undefined)[] = [];
  const events: ListenerEvents = {
    announced: (what) => seen.push(what),
    lost: () => seen.push('lost'),
  };
  const until = async (count: number): Promise<void> => {
    while (seen.length < count) await sleep(5);
  };
  return { seen, events, until };
}

const announce = (settings: PostgresSettings, number: number) =>
  usingDatabase(settings, async (database) => {
    await database.query(ANNOUNCE, channelOf(settings), number);
  });

const cutOff = ({ cluster }: TestDatabase) =>
  cluster.query(
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'understudy-test'",
  );

check('announcements of the own schema arrive, those of other schemas do not', async (given) => {
  const [settings, other] = [given.newSettings(), given.newSettings()];
  const { events, seen, until } = recordEvents();
  const listener = await listenForChanges(settings, events, silentLogger);
  await announce(other, 6);
  await announce(settings, 7);
  await until(2);
  assert.deepEqual(seen, [undefined, '7']);
  await listener.stop();
});

check('a connection that is lost is made again, and changes may have happened meanwhile', async (given) => {
  const settings = given.newSettings();
  const { events, seen, until } = recordEvents();
  const listener = await listenForChanges(settings, events, silentLogger);
  await cutOff(given);
  await until(3);
  assert.deepEqual(seen, [undefined, 'lost', undefined]);
  assert.equal(listener.isListening, true);
  await announce(settings, 8);
  await until(4);
  assert.equal(seen.at(-1), '8');
  await listener.stop();
});

check('a database that cannot be reached is tried again until the listener is stopped', async (given) => {
  const settings = given.newSettings();
  const { events, seen, until } = recordEvents();
  await given.cluster.halt();
  const listener = await listenForChanges(settings, events, silentLogger);
  assert.equal(listener.isListening, false);
  assert.deepEqual(seen, []);
  await given.cluster.resume();
  await until(1);
  assert.equal(listener.isListening, true);
  await listener.check();
  await listener.stop();
  assert.equal(listener.isListening, false);
});

check('a connection that has been cut off is given up when it is checked', async (given) => {
  const { events, seen, until } = recordEvents();
  const listener = await listenForChanges(given.newSettings(), events, silentLogger);
  await Promise.all([listener.check(), cutOff(given)]);
  await listener.check();
  await until(3);
  assert.deepEqual(seen, [undefined, 'lost', undefined]);
  await listener.stop();
});

check(
  'a connection that has fallen silent is given up when it is checked, and another one hears',
  async (given) => {
    const link = await startFaultyLink(given.cluster.port);
    const settings = given.newSettings({ port: link.port });
    const { events, seen, until } = recordEvents();
    const listener = await listenForChanges(settings, events, silentLogger);
    assert.equal(link.silence('LISTEN'), 1);
    await announce(settings, 9);
    await listener.check();
    await until(3);
    await announce(settings, 10);
    await until(4);
    assert.deepEqual(seen, [undefined, 'lost', undefined, '10']);
    await listener.stop();
    await link.stop();
  },
);
