// Users on disk: read from memory, and written before a change is acknowledged.
import type { UserStore } from '../store.ts';
import type { RealmsOnDisk } from './realms-on-disk.ts';

export function createUsersOnDisk(realms: RealmsOnDisk): UserStore {
  const open = async (realmId: string) => {
    realms.checkInService(realmId);
    const realm = realms.open(realmId);
    if (realm === undefined) return undefined;
    const index = await realms.users(realm);
    // The realm may have been removed while its users were read.
    return realms.open(realmId) === realm ? { index, folder: realm.folder } : undefined;
  };
  return {
    find: async (realmId, userId) => (await open(realmId))?.index.find(userId),
    findByUsername: async (realmId, username) => (await open(realmId))?.index.findByUsername(username),
    findByEmail: async (realmId, email) => (await open(realmId))?.index.findByEmail(email),
    findByLink: async (realmId, provider, userId) =>
      (await open(realmId))?.index.findByLink({ provider, userId }),
    findServiceAccount: async (realmId, clientId) =>
      (await open(realmId))?.index.findServiceAccount(clientId),
    search: async (realmId, query, page) => (await open(realmId))?.index.search(query, page) ?? [],
    count: async (realmId, query) => (await open(realmId))?.index.count(query) ?? 0,
    async *each(realmId, query) {
      const realm = await open(realmId);
      if (realm !== undefined) yield* realm.index.each(query);
    },
    capture: async (realmId) => (await open(realmId))?.index.capture(),
    async create(realmId, user) {
      const realm = await open(realmId);
      if (realm === undefined) throw new TypeError(`there is no realm with id ${realmId}`);
      const { index, folder } = realm;
      index.create(user);
      await orUndo(folder.writeUser(user, undefined), () => {
        if (index.find(user.id) === user) index.remove(user.id);
      });
    },
    async update(realmId, userId, change) {
      const realm = await open(realmId);
      const before = realm?.index.find(userId);
      if (realm === undefined || before === undefined) return undefined;
      const { index, folder } = realm;
      const after = change(before);
      index.replace(before, after);
      await orUndo(folder.writeUser(after, before), () => {
        if (index.find(userId) === after) index.replace(after, before);
      });
      return after;
    },
    async remove(realmId, userId) {
      const realm = await open(realmId);
      const removed = realm?.index.remove(userId);
      if (realm === undefined || removed === undefined) return false;
      await orUndo(realm.folder.deleteUser(removed), () => realm.index.add(removed));
      return true;
    },
  };
}

/** A change that did not reach the disk is undone in memory. */
async function orUndo(written: Promise<void>, undo: () => void): Promise<void> {
  try {
    await written;
  } catch (error) {
    undo();
    throw error;
  }
}
