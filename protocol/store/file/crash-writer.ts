// The process that crash-writer.test.ts kills: it changes a store without pause and tells each change that was acknowledged.
import { writeSync } from 'node:fs';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { createSession } from '../conformance.ts';
import type { Store } from '../store.ts';
import { openFileStore } from './open-file-store.ts';

/** Users of each realm that is created: some pages. */
export const CRASH_USERS = 600;

/** What was acknowledged, one a line: `kind name value`. */
export type CrashLine =
  `${'created' | 'removing' | 'removed' | 'user' | 'realm' | 'began' | 'ended' | 'revoked' | 'used'} ${string} ${number}`;

const pause = new Int32Array(new SharedArrayBuffer(4));

/** Synchronously, so that what was told has left the process when it is killed. Waits for a reader that is behind: the pipe does not block by itself. */
function tell(line: CrashLine): void {
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

/** Counts up in users of the realm `base`, which share pages. */
async function changeUsers(store: Store, id: string): Promise<never> {
  for (;;) {
    const user = await store.users.update('base', id, (current) => ({
      ...current,
      notBefore: (current.notBefore ?? 0) + 1,
    }));
    tell(`user ${id} ${user?.notBefore ?? 0}`);
  }
}

async function changeRealm(store: Store): Promise<never> {
  for (;;) {
    const realm = await store.realms.update('base', (current) => ({
      ...current,
      notBefore: (current.notBefore ?? 0) + 1,
    }));
    tell(`realm base ${realm.notBefore ?? 0}`);
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
    tell(`created ${name} 0`);
    if (number % 2 === 0) continue;
    tell(`removing ${name} 0`);
    await store.realms.remove(name);
    tell(`removed ${name} 0`);
  }
}

/** As the exchange handler before it answers. */
async function settle({ saveGate }: Store, mark: number): Promise<void> {
  await saveGate.settle(mark);
}

/** Begins sessions of the realm `base`, uses a refresh token in each, ends every second one and revokes a token. */
async function changeSessions(store: Store): Promise<never> {
  const { sessions, saveGate } = store;
  for (let number = 0; ; number++) {
    const id = `s${process.pid}-${number}`;
    const session = createSession(id, { realmId: 'base', userId: 'u1' });
    let mark = saveGate.mark();
    sessions.save(session);
    await settle(store, mark);
    tell(`began ${id} 0`);
    mark = saveGate.mark();
    sessions.save({ ...session, lastAccessAt: 9 }, { [`used-${id}`]: 9e15 });
    await settle(store, mark);
    tell(`used ${id} 0`);
    if (number % 2 === 0) continue;
    mark = saveGate.mark();
    sessions.revokeToken('base', `revoked-${id}`, 9e15);
    await settle(store, mark);
    tell(`revoked ${id} 0`);
    mark = saveGate.mark();
    sessions.remove('base', id);
    await settle(store, mark);
    tell(`ended ${id} 0`);
    // So that pages are written in between, and journals come and go.
    await new Promise((resolve) => setTimeout(resolve, 5));
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
  ]);
}

const [, script, dataDir] = process.argv;
if (script?.endsWith('crash-writer.ts') === true && dataDir !== undefined) await writeUntilKilled(dataDir);
