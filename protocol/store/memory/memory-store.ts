// A store that forgets everything at the end, for tests.
import { DuplicateError, type RealmStore, type Store, type StoredRealm, type UserStore } from '../store.ts';
import { createExpiringStore } from './expiring-store.ts';
import { SessionMemory } from './session-memory.ts';
import { UserIndex } from './user-index.ts';

/** A store in memory alone; its promises resolve at once. */
export function createMemoryStore(): Store {
  const users = new Map<string, UserIndex>();
  const sessions = new SessionMemory();
  return {
    realms: createRealms(users, sessions),
    users: createUsers(users),
    sessions,
    createExpiringStore,
    flush: async () => undefined,
    close: async () => undefined,
  };
}

function createRealms(users: Map<string, UserIndex>, sessions: SessionMemory): RealmStore {
  const realms = new Map<string, StoredRealm>();
  return {
    list: () => [...realms.values()],
    find: (name) => realms.get(name),
    async create(realm, itsUsers) {
      if (realms.has(realm.realm)) throw new DuplicateError('realm', realm.realm);
      const index = new UserIndex();
      for (const user of itsUsers) index.add(user);
      users.set(realm.id, index);
      realms.set(realm.realm, realm);
    },
    async update(name, change) {
      const before = realms.get(name);
      if (before === undefined) throw new TypeError(`there is no realm ${name}`);
      const after = change(before);
      if (after.realm !== name && realms.has(after.realm)) throw new DuplicateError('realm', after.realm);
      const order = [...realms.values()].map((realm) => (realm === before ? after : realm));
      realms.clear();
      for (const realm of order) realms.set(realm.realm, realm);
      return after;
    },
    async remove(name) {
      const realm = realms.get(name);
      if (realm === undefined) return false;
      users.delete(realm.id);
      sessions.removeRealm(realm.id);
      return realms.delete(name);
    },
  };
}

function createUsers(realms: Map<string, UserIndex>): UserStore {
  const indexOf = (realmId: string): UserIndex => realms.get(realmId) ?? new UserIndex();
  return {
    find: async (realmId, userId) => indexOf(realmId).find(userId),
    findByUsername: async (realmId, username) => indexOf(realmId).findByUsername(username),
    findByEmail: async (realmId, email) => indexOf(realmId).findByEmail(email),
    list: async (realmId) => indexOf(realmId).list(),
    async create(realmId, user) {
      const index = realms.get(realmId);
      if (index === undefined) throw new TypeError(`there is no realm with id ${realmId}`);
      index.add(user);
    },
    async update(realmId, userId, change) {
      const index = indexOf(realmId);
      const before = index.find(userId);
      if (before === undefined) return undefined;
      const after = change(before);
      index.replace(before, after);
      return after;
    },
    remove: async (realmId, userId) => indexOf(realmId).remove(userId) !== undefined,
  };
}
