// A store without persistence, for tests.
import {
  type ClockSetting,
  DuplicateError,
  type RealmStore,
  type Store,
  type StoredRealm,
  type StoredUser,
  type UserStore,
} from '../store.ts';
import { createExpiringStore } from './expiring-store.ts';
import { SessionMemory } from './session-memory.ts';
import { SharedTime } from './shared-time.ts';
import { UserIndex } from './user-index.ts';

interface RealmInMemory {
  stored: StoredRealm;
  clock?: ClockSetting;
  readonly users: UserIndex;
}

/** Its promises resolve at once. */
export function createMemoryStore(): Store {
  const realms: RealmInMemory[] = [];
  const sessions = new SessionMemory();
  const time = new SharedTime();
  return {
    realms: createRealms(realms, sessions, time),
    users: createUsers(realms),
    sessions,
    saveGate: { mark: () => 0, settle: () => undefined },
    createExpiringStore: (capacity) => createExpiringStore(capacity, () => time.elapsedMs()),
    flush: async () => undefined,
    close: async () => undefined,
  };
}

function createRealm(stored: StoredRealm, users: readonly StoredUser[]): RealmInMemory {
  const realm: RealmInMemory = {
    stored,
    users: new UserIndex(() => realm.stored.duplicateEmailsAllowed !== true),
  };
  for (const user of users) realm.users.add(user);
  return realm;
}

function createRealms(realms: RealmInMemory[], sessions: SessionMemory, time: SharedTime): RealmStore {
  const find = (name: string) => realms.find((realm) => realm.stored.realm === name);
  const checkId = (id: string, own?: RealmInMemory): void => {
    if (realms.some((realm) => realm !== own && realm.stored.id === id)) throw new DuplicateError('id', id);
  };
  return {
    list: () => realms.map((realm) => realm.stored),
    find: (name) => find(name)?.stored,
    // There are no files that could be damaged.
    listOutOfService: () => [],
    findOutOfService: () => undefined,
    async create(stored, users) {
      if (find(stored.realm) !== undefined) throw new DuplicateError('realm', stored.realm);
      checkId(stored.id);
      const realm = createRealm(stored, users);
      sessions.removeRealm(stored.id);
      realms.push(realm);
    },
    async replace(stored, users) {
      const before = find(stored.realm);
      if (before === undefined) throw new TypeError(`there is no realm ${stored.realm}`);
      checkId(stored.id, before);
      const realm = createRealm(stored, users);
      sessions.removeRealm(before.stored.id);
      sessions.removeRealm(stored.id);
      time.follow(before.stored.id, undefined);
      realms.splice(realms.indexOf(before), 1, realm);
    },
    async update(name, change) {
      const realm = find(name);
      if (realm === undefined) throw new TypeError(`there is no realm ${name}`);
      const after = change(realm.stored);
      if (after.id !== realm.stored.id) throw new TypeError("a realm's id does not change");
      if (after.realm !== name && find(after.realm) !== undefined)
        throw new DuplicateError('realm', after.realm);
      realm.stored = after;
      return after;
    },
    async remove(name) {
      const realm = find(name);
      if (realm === undefined) return false;
      realms.splice(realms.indexOf(realm), 1);
      sessions.removeRealm(realm.stored.id);
      time.follow(realm.stored.id, undefined);
      return true;
    },
    findClock: (realmId) => realms.find(({ stored }) => stored.id === realmId)?.clock,
    async setClock(realmId, choose) {
      const realm = realms.find(({ stored }) => stored.id === realmId);
      if (realm === undefined) throw new TypeError(`there is no realm with id ${realmId}`);
      realm.clock = choose();
      time.follow(realmId, realm.clock);
    },
  };
}

function createUsers(realms: readonly RealmInMemory[]): UserStore {
  const usersOf = (realmId: string) => realms.find((realm) => realm.stored.id === realmId)?.users;
  return {
    find: async (realmId, userId) => usersOf(realmId)?.find(userId),
    findByUsername: async (realmId, username) => usersOf(realmId)?.findByUsername(username),
    findByEmail: async (realmId, email) => usersOf(realmId)?.findByEmail(email),
    findServiceAccount: async (realmId, clientId) => usersOf(realmId)?.findServiceAccount(clientId),
    list: async (realmId) => usersOf(realmId)?.list() ?? [],
    async create(realmId, user) {
      const users = usersOf(realmId);
      if (users === undefined) throw new TypeError(`there is no realm with id ${realmId}`);
      users.add(user);
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
