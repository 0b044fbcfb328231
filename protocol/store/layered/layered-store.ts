// A store with further realms that are in memory only and end with the process, in front of another store.
import type { Clock } from '#protocol/clock.ts';
import type { CloneStore } from '../clone-store.ts';
import type { KindOptions } from '../kind-options.ts';
import type { PlainData } from '../plain-data.ts';
import type { RealmRecord, RecordList, RecordLists } from '../record-list.ts';
import type { SnapshotStore } from '../snapshot-store.ts';
import {
  type ClockSetting,
  DuplicateError,
  type ExpiringStore,
  type RealmOutOfService,
  type RealmStore,
  type RealmValue,
  type SessionSet,
  type SessionStore,
  type Store,
  type StoredRealm,
  type StoringOptions,
  type UserSet,
  type UserStore,
} from '../store.ts';
import { Layers } from './layers.ts';
import { MemoryClones } from './memory-clones.ts';
import { MemorySnapshots } from './memory-snapshots.ts';

/** Everything that is stored of a realm, at one moment. Immutable, and shared with the realm until it changes. */
export interface RealmImage extends SessionSet {
  readonly realm: StoredRealm;
  readonly users: UserSet;
  /** Undefined for a realm with the machine's time. */
  readonly clock: ClockSetting | undefined;
}

/** Follows the life of realms. Putting an image back is no event. */
export interface RealmEvents {
  /** Also after a realm has been replaced. */
  created(realm: StoredRealm): void;
  renamed(realm: StoredRealm, before: string): void;
  /** The realm, its users and sessions are gone; also before another one takes its place. */
  removed(realm: StoredRealm): void | Promise<void>;
  /** Before the users of a realm change; the change waits for a promise. */
  usersChanging(realmId: string): Promise<void> | undefined;
}

/** Realms in memory are indistinguishable from others, except that nothing of them is written to disk. */
export interface LayeredStore extends Store {
  /** Those of the base store if it keeps any, so that every server knows them. */
  readonly clones: CloneStore;
  /** As `clones`. */
  readonly snapshots: SnapshotStore;
  /**
   * Stores a realm in memory only.
   * @throws {DuplicateError} when the name or id is taken. @throws {RealmOutOfServiceError} as `realms.create`.
   */
  createTransient(realm: StoredRealm, users: UserSet, watch?: StoringOptions): Promise<void>;
  /** Undefined if there is no such realm. @throws {RealmOutOfServiceError} when its users cannot be read. */
  capture(name: string): Promise<RealmImage | undefined>;
  /**
   * Puts the image in place of the realm with its id, which keeps its name. Requests of the realm that are in
   * progress may fail. If a realm on disk cannot be written, it stays as it was.
   * @throws {TypeError} when there is no such realm.
   */
  restore(image: RealmImage): Promise<void>;
}

const NO_EVENTS: RealmEvents = {
  created: () => undefined,
  renamed: () => undefined,
  removed: () => undefined,
  usersChanging: () => undefined,
};

/** `base` stores the realms that are not transient, and everything else. `clock` is the machine's. */
export function layerTransientRealms(
  base: Store,
  clock: Clock,
  events: RealmEvents = NO_EVENTS,
): LayeredStore {
  const layers = new Layers(base);
  const realms = createRealms(layers, {
    ...events,
    removed(realm) {
      memoryClones.drop(realm.id);
      memorySnapshots.drop(realm.id);
      return events.removed(realm);
    },
  });
  const sessions = createSessions(layers);
  const createTransient: LayeredStore['createTransient'] = async (realm, users, watch) => {
    layers.checkFree(realm);
    await layers.transient.realms.create(realm, users, watch);
    layers.note(realm.id);
    events.created(realm);
  };
  const captureUsers = (realmId: string) => layers.of(realmId).users.capture(realmId);
  const capture: LayeredStore['capture'] = async (name) => {
    const realm = realms.find(name);
    const users = realm && (await captureUsers(realm.id));
    if (realm === undefined || users === undefined) return undefined;
    // All are read before anything is awaited, so that settings, users and sessions fit together.
    const capturing = sessions.capture(realm.id);
    const current = realms.find(name);
    const clock = realms.findClock(realm.id);
    const captured = await capturing;
    return current?.id === realm.id ? { realm: current, users, ...captured, clock } : undefined;
  };
  const restore: LayeredStore['restore'] = async ({ realm, users, clock, ...captured }) => {
    await layers.of(realm.id).realms.replace(realm, users, { keepsOrigin: true });
    if (clock !== undefined) await realms.setClock(realm.id, () => clock);
    await sessions.restore(realm.id, captured);
  };
  const memoryClones = new MemoryClones({ realms, clock, captureUsers, createTransient });
  const memorySnapshots = new MemorySnapshots({ realms, capture, restore });
  return {
    ...base,
    ...createExpiring(layers),
    ...createRecords(layers),
    realms,
    users: createUsers(layers, events),
    sessions,
    clones: base.clones === undefined ? memoryClones : followClones(base.clones, events),
    snapshots: base.snapshots ?? memorySnapshots,
    findSession: (realmId, sessionId, jti) => layers.of(realmId).findSession(realmId, sessionId, jti),
    createTransient,
    capture,
    restore,
  };
}

/** Clones of the base store, with events. */
function followClones(clones: CloneStore, events: RealmEvents): CloneStore {
  return {
    find: (realmId) => clones.find(realmId),
    count: () => clones.count(),
    async create(template, make, note) {
      const realm = await clones.create(template, make, note);
      if (realm !== undefined) events.created(realm);
      return realm;
    },
    renew: (realmName) => clones.renew(realmName),
    listEnded: () => clones.listEnded(),
  };
}

function createRealms(layers: Layers, events: RealmEvents): RealmStore {
  const { base, transient } = layers;
  const find = (name: string): StoredRealm | undefined =>
    transient.realms.find(name) ?? base.realms.find(name);
  const findOutOfService = (name: string): RealmOutOfService | undefined =>
    transient.realms.find(name) === undefined ? base.realms.findOutOfService(name) : undefined;
  return {
    list: () => [...base.realms.list(), ...transient.realms.list()],
    find,
    isTransient: (realmId) => layers.of(realmId) === transient || base.realms.isTransient(realmId),
    listOutOfService: () => base.realms.listOutOfService(),
    findOutOfService,
    async create(realm, users, watch) {
      layers.checkNotTransient(realm);
      layers.claim(realm.realm);
      try {
        await base.realms.create(realm, users, watch);
      } finally {
        layers.release(realm.realm);
      }
      events.created(realm);
    },
    async replace(realm, users, watch) {
      const before = find(realm.realm);
      const store = layers.named(realm.realm);
      if (before?.id !== realm.id && layers.of(realm.id) !== base) throw new DuplicateError('id', realm.id);
      await store.realms.replace(realm, users, watch);
      if (before !== undefined) await events.removed(before);
      if (store === transient) {
        layers.forget(before?.id ?? '');
        layers.note(realm.id);
      }
      events.created(realm);
    },
    async update(name, change) {
      const after = await updateIn(layers, name, change);
      if (after.realm !== name) events.renamed(after, name);
      return after;
    },
    async remove(name) {
      const realm = find(name);
      if (realm === undefined || !(await layers.named(name).realms.remove(name))) return false;
      layers.forget(realm.id);
      await events.removed(realm);
      return true;
    },
    findOriginTime: (realmId) => layers.of(realmId).realms.findOriginTime(realmId),
    keepsOrigin: (realmId) => layers.of(realmId).realms.keepsOrigin(realmId),
    readOrigin: (realmId) => layers.of(realmId).realms.readOrigin(realmId),
    findClock: (realmId) => layers.of(realmId).realms.findClock(realmId),
    setClock: (realmId, choose) => layers.of(realmId).realms.setClock(realmId, choose),
  };
}

/** A realm is not renamed to the name of one in the other layer. */
async function updateIn(
  layers: Layers,
  name: string,
  change: (realm: StoredRealm) => StoredRealm,
): Promise<StoredRealm> {
  const store = layers.named(name);
  let claimed: string | undefined;
  const checked = (realm: StoredRealm): StoredRealm => {
    const after = change(realm);
    if (after.realm === name) return after;
    if (store === layers.transient) layers.checkFreeName(after.realm);
    else if (layers.transient.realms.find(after.realm) !== undefined)
      throw new DuplicateError('realm', after.realm);
    claimed = after.realm;
    layers.claim(after.realm);
    return after;
  };
  try {
    return await store.realms.update(name, checked);
  } finally {
    if (claimed !== undefined) layers.release(claimed);
  }
}

function createUsers(layers: Layers, events: RealmEvents): UserStore {
  const of = (realmId: string): UserStore => layers.of(realmId).users;
  const changing = async <T>(realmId: string, run: (users: UserStore) => Promise<T>): Promise<T> => {
    const waiting = events.usersChanging(realmId);
    if (waiting !== undefined) await waiting;
    return run(of(realmId));
  };
  return {
    find: (realmId, userId) => of(realmId).find(realmId, userId),
    findByUsername: (realmId, username) => of(realmId).findByUsername(realmId, username),
    findByEmail: (realmId, email) => of(realmId).findByEmail(realmId, email),
    findByLink: (realmId, provider, userId) => of(realmId).findByLink(realmId, provider, userId),
    findServiceAccount: (realmId, clientId) => of(realmId).findServiceAccount(realmId, clientId),
    search: (realmId, query, page) => of(realmId).search(realmId, query, page),
    count: (realmId, query) => of(realmId).count(realmId, query),
    each: (realmId, query) => of(realmId).each(realmId, query),
    capture: (realmId) => of(realmId).capture(realmId),
    create: (realmId, user) => changing(realmId, (users) => users.create(realmId, user)),
    update: (realmId, userId, change) => changing(realmId, (users) => users.update(realmId, userId, change)),
    remove: (realmId, userId) => changing(realmId, (users) => users.remove(realmId, userId)),
  };
}

function createSessions(layers: Layers): SessionStore {
  const of = (realmId: string): SessionStore => layers.of(realmId).sessions;
  return {
    find: (realmId, sessionId) => of(realmId).find(realmId, sessionId),
    async create(session) {
      if (!layers.isRemoved(session.realmId)) await of(session.realmId).create(session);
    },
    update: async (key, change) =>
      layers.isRemoved(key.realmId) ? change(undefined, false).result : of(key.realmId).update(key, change),
    remove: (realmId, sessionId) => of(realmId).remove(realmId, sessionId),
    discard: (known) => of(known.realmId).discard(known),
    list: (realmId, query) => of(realmId).list(realmId, query),
    page: (realmId, query, page) => of(realmId).page(realmId, query, page),
    count: (realmId, query) => of(realmId).count(realmId, query),
    countByClient: (realmId, clientUuids, query) => of(realmId).countByClient(realmId, clientUuids, query),
    async countByRealm(active) {
      const counts = await Promise.all(
        layers.split(active).map(([{ sessions }, part]) => sessions.countByRealm(part)),
      );
      return new Map(counts.flatMap((each) => [...each]));
    },
    async *sweep(ended) {
      for (const [{ sessions }, part] of layers.split(ended)) yield* sessions.sweep(part);
    },
    revokeToken: async (realmId, jti, expiresAt) =>
      layers.isRemoved(realmId) || of(realmId).revokeToken(realmId, jti, expiresAt),
    isTokenRevoked: (realmId, jti) => of(realmId).isTokenRevoked(realmId, jti),
    async forgetExpiredTokens(times) {
      for (const [{ sessions }, part] of layers.split(times)) await sessions.forgetExpiredTokens(part);
    },
    capture: (realmId) => of(realmId).capture(realmId),
    restore: (realmId, captured) => of(realmId).restore(realmId, captured),
  };
}

function createRecords(layers: Layers): RecordLists {
  const { base, transient } = layers;
  return {
    createRecordList<T extends RealmRecord & PlainData<T>>(kind: string) {
      const inBase = base.createRecordList<T>(kind);
      const inMemory = transient.createRecordList<T>(kind);
      const of = (realmId: string): RecordList<T> =>
        layers.of(realmId) === transient || layers.isRemoved(realmId) ? inMemory : inBase;
      const list: RecordList<T> = {
        add: async (records) => of(records[0]?.realmId ?? '').add(records),
        list: (realmId, expiredBefore) => of(realmId).list(realmId, expiredBefore),
        replace: (realmId, records) => of(realmId).replace(realmId, records),
      };
      return list;
    },
  };
}

/** What a late request keeps of a transient realm that was removed stays in memory, and expires there. */
function createExpiring(layers: Layers): Pick<Store, 'createExpiringStore' | 'dropExpiring'> {
  const { base, transient } = layers;
  return {
    createExpiringStore<T extends RealmValue & PlainData<T>>(kind: string, options?: KindOptions) {
      const inBase = base.createExpiringStore<T>(kind, options);
      const inMemory = transient.createExpiringStore<T>(kind, options);
      const of = (realmId: string): ExpiringStore<T> =>
        layers.of(realmId) === transient || layers.isRemoved(realmId) ? inMemory : inBase;
      const store: ExpiringStore<T> = {
        put: (id, value, expiresAt, now) => of(value.realmId).put(id, value, expiresAt, now),
        add: (id, value, expiresAt, now) => of(value.realmId).add(id, value, expiresAt, now),
        find: (realmId, id, now) => of(realmId).find(realmId, id, now),
        consume: (realmId, id, now) => of(realmId).consume(realmId, id, now),
        update: (realmId, id, now, change, known) => of(realmId).update(realmId, id, now, change, known),
        remove: (realmId, id) => of(realmId).remove(realmId, id),
        clear: (realmId) => of(realmId).clear(realmId),
        list: (realmId, fits, now, limit) => of(realmId).list(realmId, fits, now, limit),
      };
      return store;
    },
    async dropExpiring(realmId) {
      await Promise.all([base.dropExpiring(realmId), transient.dropExpiring(realmId)]);
    },
  };
}
