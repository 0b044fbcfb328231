// The process that crash-writer.test.ts kills: it changes a store and reports acknowledged changes.
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { openFileStore } from '../file/open-file-store.ts';
import type { Store } from '../store.ts';
import { createSession } from './sample-session.ts';

/** Users per created realm: several pages. */
export const CRASH_USERS = 600;

/** Maximum time between two writes of the pages. */
const LONGEST_WITHOUT_PAGES_MS = 20;

/** An acknowledged change: `kind name value`. */
export type CrashLine =
  `${'created' | 'removing' | 'removed' | 'user' | 'realm' | 'began' | 'ended' | 'revoked' | 'used'} ${string} ${number}`;

const pause = new Int32Array(new SharedArrayBuffer(4));

/** Synchronous, so that a kill loses no report. Waits for slow readers: the pipe does not block by itself. */
function report(line: CrashLine): void {
  for (;;) {
    try {
      writeSync(1, `${line}\n`);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(pause, 0, 0, 1);
    }
  }
}

/** Increments a counter in users of the realm `base`, which share a page. */
async function changeUsers(store: Store, id: string): Promise<never> {
  for (;;) {
    const user = await store.users.update('base', id, (current) => ({
      ...current,
      notBefore: (current.notBefore ?? 0) + 1,
    }));
    report(`user ${id} ${user?.notBefore ?? 0}`);
  }
}

async function changeRealm(store: Store): Promise<never> {
  for (;;) {
    const realm = await store.realms.update('base', (current) => ({
      ...current,
      notBefore: (current.notBefore ?? 0) + 1,
    }));
    report(`realm base ${realm.notBefore ?? 0}`);
  }
}

async function createAndRemoveRealms(store: Store): Promise<never> {
  for (let number = 0; ; number++) {
    const name = `r${process.pid}-${number}`;
    const users = Array.from({ length: CRASH_USERS }, (_, index) => ({
      id: `${name}-${index}`,
      username: `u${index}`,
    }));
    await store.realms.create({ id: name, realm: name }, users);
    report(`created ${name} 0`);
    if (number % 2 === 0) continue;
    report(`removing ${name} 0`);
    await store.realms.remove(name);
    report(`removed ${name} 0`);
  }
}

/** As the exchange handler does before it responds. */
async function settle({ saveGate }: Store, mark: number): Promise<void> {
  await saveGate.settle(mark);
}

/** Starts sessions, uses a refresh token in each, and in every second one revokes a token and ends it. */
async function changeSessions(store: Store): Promise<never> {
  const { sessions, saveGate } = store;
  for (let number = 0; ; number++) {
    const id = `s${process.pid}-${number}`;
    const session = createSession(id, { realmId: 'base', userId: 'u1' });
    let mark = saveGate.mark();
    await sessions.create(session);
    await settle(store, mark);
    report(`began ${id} 0`);
    mark = saveGate.mark();
    await sessions.update({ realmId: 'base', id }, () => ({
      session: { ...session, lastAccessAt: 9 },
      revoked: { [`used-${id}`]: 9e15 },
      result: undefined,
    }));
    await settle(store, mark);
    report(`used ${id} 0`);
    if (number % 2 === 0) continue;
    mark = saveGate.mark();
    await sessions.revokeToken('base', `revoked-${id}`, 9e15);
    await settle(store, mark);
    report(`revoked ${id} 0`);
    mark = saveGate.mark();
    await sessions.remove('base', id);
    await settle(store, mark);
    report(`ended ${id} 0`);
    // Without a pause nearly all lines would be about sessions.
    await sleep(5);
  }
}

/**
 * A server writes pages every few seconds, which is longer than this process lives. Here they are written
 * continuously, so that kills hit the rotation of journals, the writing of pages, and discarding.
 */
async function writePages(store: Store): Promise<never> {
  for (;;) {
    await sleep(Math.random() * LONGEST_WITHOUT_PAGES_MS);
    await store.flush();
  }
}

/** Changes the store of a data directory until the process is killed. */
export async function writeUntilKilled(dataDir: string): Promise<never> {
  const store = await openFileStore(dataDir, { log: silentLogger });
  const users = ['u1', 'u2', 'u3'];
  if (store.realms.find('base') === undefined) {
    await store.realms.create(
      { id: 'base', realm: 'base' },
      users.map((id) => ({ id, username: id })),
    );
  }
  return Promise.race([
    ...users.map((id) => changeUsers(store, id)),
    changeRealm(store),
    createAndRemoveRealms(store),
    changeSessions(store),
    writePages(store),
  ]);
}

const [, script, dataDir] = process.argv;
const isProgram = /crash-writer\.(ts|mjs)$/.test(script ?? '');
if (isProgram && dataDir !== undefined) await writeUntilKilled(dataDir);
