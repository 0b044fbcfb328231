// Moves whole realms into and out of a data directory.
import type { MovedRealm, RealmMover } from '../moving.ts';
import type { SessionStore } from '../store.ts';
import { readMovedUsers, readOriginUsers } from './moved-files.ts';
import type { PrepareUser, RealmFolder } from './realm-folder.ts';
import type { OpenRealm, RealmsOnDisk } from './realms-on-disk.ts';

/** What a mover needs of the store. */
export interface FileMoverParts {
  readonly realms: RealmsOnDisk;
  readonly sessions: SessionStore;
  readonly prepareUser: PrepareUser;
  /** Reads the sessions in a realm's folder into memory. */
  loadSessions(realmId: string, folder: RealmFolder): Promise<void>;
}

/** The mover of a data directory that no other process uses. */
export function createFileMover({ realms, sessions, prepareUser, loadSessions }: FileMoverParts): RealmMover {
  return {
    async read(realmId, use) {
      realms.checkInService(realmId);
      const realm = realms.open(realmId);
      if (realm === undefined) return undefined;
      return realms.inService(realm, async () => use(await describe(realm, sessions, prepareUser)));
    },
    async store(moved, watch) {
      await realms.storeMoved(moved, watch);
      const folder = realms.open(moved.realm.id)?.folder;
      if (folder !== undefined) await loadSessions(moved.realm.id, folder);
    },
  };
}

async function describe(
  { stored, folder, clock }: OpenRealm,
  sessions: SessionStore,
  prepareUser: PrepareUser,
): Promise<MovedRealm> {
  return {
    realm: stored,
    clock,
    origin: await folder.readOriginRealm(),
    async *users() {
      for await (const { user, isOriginal } of readMovedUsers(folder.path))
        yield { user: prepareUser(user), isOriginal };
    },
    async *originUsers() {
      for await (const user of readOriginUsers(folder.path)) yield prepareUser(user);
    },
    sessions: () => sessions.list(stored.id),
    async *revokedTokens() {
      yield (await sessions.capture(stored.id)).revoked;
    },
  };
}
