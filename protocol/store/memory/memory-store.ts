// A store without persistence: for tests, and for the realms that are not written to disk.

import { createFindSession } from '../find-session.ts';
import { createLonelyConnections } from '../signals.ts';
import { runInSlices } from '../sliced.ts';
import {
  type ClockSetting,
  DuplicateError,
  type RealmStore,
  type Store,
  type StoredRealm,
  type StoredUser,
  type StoringOptions,
  type UserSet,
  type UserStore,
} from '../store.ts';
import { createExpiringStores, type ExpiringOptions } from './expiring-store.ts';
import { createRecordLists } from './record-list.ts';
import { SessionMemory } from './session-memory.ts';
import { SharedTime } from './shared-time.ts';
import { addUsers, UserIndex } from './user-index.ts';

interface RealmInMemory {
  stored: StoredRealm;
  clock?: ClockSetting;
  readonly users: UserIndex;
}

/** Its promises resolve at once, but for those of realms with many users. */
export function createMemoryStore({ copyValue }: Pick<ExpiringOptions, 'copyValue'> = {}): Store {
  const realms = new RealmsInMemory();
  const sessions = new SessionMemory();
  const time = new SharedTime();
  const users = createUsers(realms);
  return {
    realms: createRealms(realms, sessions, time),
    users,
    sessions,
    findSession: createFindSession({ users, sessions }),
    saveGate: { mark: () => 0, settle: () => undefined },
    ...createExpiringStores({ elapsedMs: () => time.elapsedMs(), ...(copyValue && { copyValue }) }),
    ...createRecordLists(),
    ...createLonelyConnections(),
    findFailure: async () => undefined,
    flush: async () => undefined,
    close: async () => undefined,
  };
}

async function createRealm(
  stored: StoredRealm,
  users: readonly StoredUser[] | UserSet,
  { signal, written, ready }: StoringOptions = {},
): Promise<RealmInMemory> {
  const emailsUnique = (): boolean => realm.stored.duplicateEmailsAllowed !== true;
  const isSet = 'list' in users;
  const realm: RealmInMemory = { stored, users: new UserIndex(emailsUnique, isSet ? users : undefined) };
  await runInSlices(addUsers(realm.users, isSet ? [] : users), signal);
  signal?.throwIfAborted();
  written?.(isSet ? users.list().length : users.length);
  await ready?.();
  return realm;
}

/** Realms in order of creation. */
class RealmsInMemory {
  #byId = new Map<string, RealmInMemory>();
  readonly #byName = new Map<string, RealmInMemory>();

  list(): readonly RealmInMemory[] {
    return [...this.#byId.values()];
  }

  find(name: string): RealmInMemory | undefined {
    return this.#byName.get(name);
  }

  findById(id: string): RealmInMemory | undefined {
    return this.#byId.get(id);
  }

  add(realm: RealmInMemory): void {
    this.#byId.set(realm.stored.id, realm);
    this.#byName.set(realm.stored.realm, realm);
  }

  /** The new realm gets the position of the one before. */
  replace(before: RealmInMemory, realm: RealmInMemory): void {
    this.#byName.set(realm.stored.realm, realm);
    if (before.stored.id === realm.stored.id) this.#byId.set(realm.stored.id, realm);
    else
      this.#byId = new Map(
        this.list().map((each) => (each === before ? [realm.stored.id, realm] : [each.stored.id, each])),
      );
  }

  rename(realm: RealmInMemory, before: string): void {
    this.#byName.delete(before);
    this.#byName.set(realm.stored.realm, realm);
  }

  remove({ stored }: RealmInMemory): void {
    this.#byId.delete(stored.id);
    this.#byName.delete(stored.realm);
  }
}

function createRealms(realms: RealmsInMemory, sessions: SessionMemory, time: SharedTime): RealmStore {
  const checkId = (id: string): void => {
    if (realms.findById(id) !== undefined) throw new DuplicateError('id', id);
  };
  const checkFree = ({ realm, id }: StoredRealm): void => {
    if (realms.find(realm) !== undefined) throw new DuplicateError('realm', realm);
    checkId(id);
  };
  const findReplaced = ({ realm, id }: StoredRealm): RealmInMemory => {
    const before = realms.find(realm);
    if (before === undefined) throw new TypeError(`there is no realm ${realm}`);
    if (id !== before.stored.id) checkId(id);
    return before;
  };
  return {
    list: () => realms.list().map((realm) => realm.stored),
    find: (name) => realms.find(name)?.stored,
    // It stands for a store on disk, which outlives the process.
    isTransient: () => false,
    // There are no files that could be damaged.
    listOutOfService: () => [],
    findOutOfService: () => undefined,
    async create(stored, users, watch) {
      checkFree(stored);
      const realm = await createRealm(stored, users, watch);
      checkFree(stored);
      sessions.removeRealm(stored.id);
      realms.add(realm);
    },
    async replace(stored, users, watch) {
      findReplaced(stored);
      const realm = await createRealm(stored, users, watch);
      const before = findReplaced(stored);
      sessions.removeRealm(before.stored.id);
      sessions.removeRealm(stored.id);
      time.follow(before.stored.id, undefined);
      realms.replace(before, realm);
    },
    async update(name, change) {
      const realm = realms.find(name);
      if (realm === undefined) throw new TypeError(`there is no realm ${name}`);
      const after = change(realm.stored);
      if (after.id !== realm.stored.id) throw new TypeError("a realm's id does not change");
      if (after.realm !== name && realms.find(after.realm) !== undefined)
        throw new DuplicateError('realm', after.realm);
      realm.stored = after;
      if (after.realm !== name) realms.rename(realm, name);
      return after;
    },
    async remove(name) {
      const realm = realms.find(name);
      if (realm === undefined) return false;
      realms.remove(realm);
      sessions.removeRealm(realm.stored.id);
      time.follow(realm.stored.id, undefined);
      return true;
    },
    // Nothing outlives the process.
    keepsOrigin: () => false,
    findOriginTime: async () => undefined,
    readOrigin: async () => undefined,
    findClock: (realmId) => realms.findById(realmId)?.clock,
    async setClock(realmId, choose) {
      const realm = realms.findById(realmId);
      if (realm === undefined) throw new TypeError(`there is no realm with id ${realmId}`);
      realm.clock = choose();
      time.follow(realmId, realm.clock);
    },
  };
}

function createUsers(realms: RealmsInMemory): UserStore {
  const usersOf = (realmId: string) => realms.findById(realmId)?.users;
  return {
    find: async (realmId, userId) => usersOf(realmId)?.find(userId),
    findByUsername: async (realmId, username) => usersOf(realmId)?.findByUsername(username),
    findByEmail: async (realmId, email) => usersOf(realmId)?.findByEmail(email),
    findByLink: async (realmId, provider, userId) => usersOf(realmId)?.findByLink({ provider, userId }),
    findServiceAccount: async (realmId, clientId) => usersOf(realmId)?.findServiceAccount(clientId),
    search: async (realmId, query, page) => usersOf(realmId)?.search(query, page) ?? [],
    count: async (realmId, query) => usersOf(realmId)?.count(query) ?? 0,
    async *each(realmId, query) {
      const users = usersOf(realmId);
      if (users !== undefined) yield* users.each(query);
    },
    capture: async (realmId) => usersOf(realmId)?.capture(),
    async create(realmId, user) {
      const users = usersOf(realmId);
      if (users === undefined) throw new TypeError(`there is no realm with id ${realmId}`);
      users.create(user);
    },
    async update(realmId, userId, change) {
      const users = usersOf(realmId);
      const before = users?.find(userId);
      if (users === undefined || before === undefined) return undefined;
      const after = change(before);
      users.replace(before, after);
      return after;
    },
    remove: async (realmId, userId) => usersOf(realmId)?.remove(userId) !== undefined,
  };
}
