// Brings realms back to an earlier state: to their mark, or to a snapshot that a test has taken.
import { type Clock, toIsoText } from '#protocol/clock.ts';
import type { RealmOriginWire } from '#protocol/contract/imports.ts';
import { createAlphanumericText } from '#protocol/crypto/identifiers.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import { createTurns } from '#protocol/realm/users/turns.ts';
import { DamagedFileError } from '#protocol/store/file/atomic-file.ts';
import type { RealmImage } from '#protocol/store/layered/layered-store.ts';
import type { SnapshotHead } from '#protocol/store/snapshot-store.ts';
import type { RealmOrigin, RealmStore, StoredRealm } from '#protocol/store/store.ts';
import { KitError } from './kit-error.ts';
import { withIdentity, withKeysOf } from './realm-identity.ts';
import type { KitRealms } from './realms.ts';

/** Snapshots of one realm at the same time. */
const MAX_SNAPSHOTS = 20;
const ID_CHARACTERS = 12;

/** Calls for one realm run one after another. @throws {KitError} 404 when the realm is gone, 409 for master. */
export interface RealmResets {
  /**
   * Settings, users and clock are those of the realm's origin, or of its mark if that is not known; sessions, codes and everything else of the realm are gone. The
   * realm keeps its id, name, keys and snapshots.
   */
  reset(realm: StoredRealm): Promise<void>;
  /** What a reset goes back to. */
  describeOrigin(realm: StoredRealm): Promise<RealmOriginWire>;
  /** Keeps the realm as it is, with its sessions; codes and pending requests are not kept. */
  take(realm: StoredRealm): Promise<SnapshotHead>;
  /** Oldest first. */
  list(realmId: string): Promise<readonly SnapshotHead[]>;
  /** As often as needed. Everything is as it was, keys included, except the name. @throws {KitError} 404 */
  restore(realm: StoredRealm, id: string): Promise<void>;
  /** @throws {KitError} 404 */
  remove(realmId: string, id: string): Promise<void>;
}

export interface RealmResetsDeps extends KitRealms {
  readonly clock: Clock;
  readonly keys: Pick<RealmKeys, 'list'>;
}

export function createRealmResets(deps: RealmResetsDeps): RealmResets {
  const { store, states, keys, clock } = deps;
  const { snapshots } = store;
  const takeTurn = createTurns();

  /** Waits for earlier calls; the realm may be changed or gone by then. */
  const inTurn = <T>(
    { id, realm: name }: StoredRealm,
    work: (current: StoredRealm) => Promise<T>,
  ): Promise<T> =>
    takeTurn(id, async () => {
      checkNotMaster(name);
      const current = store.realms.list().find((realm) => realm.id === id);
      if (current === undefined) throw goneRealm(name);
      return work(current);
    });
  const orGone = async <T>(current: StoredRealm, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      // Removed while the realm was written.
      throw store.realms.find(current.realm) === undefined ? goneRealm(current.realm) : error;
    }
  };
  return {
    reset: (realm) =>
      inTurn(realm, async (current) => {
        const { realm: before, users } = await findOrigin(deps, current);
        const settings = withKeysOf(before, current);
        const image = { users, sessions: [], revoked: {}, clock: undefined };
        await orGone(current, store.restore({ ...image, realm: withIdentity(settings, current) }));
        await states.reset(current);
      }),
    describeOrigin: (realm) => inTurn(realm, (current) => describeOrigin(deps, current)),
    take: (realm) =>
      inTurn(realm, async (current) => {
        if ((await snapshots.list(current.id)).length >= MAX_SNAPSHOTS) throw tooManySnapshots(current.realm);
        // Keys that are made on first use would otherwise differ after each restore.
        await keys.list(current.realm);
        const id = createAlphanumericText(ID_CHARACTERS).toLowerCase();
        const captureState = () => states.capture(current);
        const taken = await snapshots.take(current.id, { id, takenAt: clock.now() }, captureState);
        if (taken === undefined) throw goneRealm(current.realm);
        return taken;
      }),
    list: (realmId) => snapshots.list(realmId),
    restore: (realm, id) =>
      inTurn(realm, async (current) => {
        const state = await orGone(current, snapshots.restore(current.id, id, withIdentity));
        if (state === undefined) throw noSuchSnapshot(id);
        await states.restore(current, state);
      }),
    async remove(realmId, id) {
      if (!(await snapshots.remove(realmId, id))) throw noSuchSnapshot(id);
    },
  };
}

/** The realm as it was stored, or, if that is not known, as it was when the process started. */
async function findOrigin(
  { store, marks }: KitRealms,
  { id, realm: name }: StoredRealm,
): Promise<Pick<RealmImage, 'realm' | 'users'>> {
  const mark = marks.find(id);
  const origin = mark?.isOrigin === true ? undefined : await readOrigin(store.realms, id, name);
  if (origin !== undefined) return { realm: origin.realm, users: { list: () => origin.users } };
  const users = mark?.users ?? (await store.users.capture(id));
  if (mark === undefined || users === undefined) throw withoutMark(name);
  return { realm: mark.realm, users };
}

async function describeOrigin(
  { store, marks }: KitRealms,
  { id, realm: name }: StoredRealm,
): Promise<RealmOriginWire> {
  const mark = marks.find(id);
  const storedAt = mark?.isOrigin === true ? mark.at : await store.realms.findOriginTime(id);
  if (storedAt !== undefined) return { kind: 'stored', at: toIsoText(storedAt) };
  if (mark === undefined) throw withoutMark(name);
  return { kind: 'start', at: toIsoText(mark.at) };
}

/** @throws {KitError} 409 when its files are damaged. */
async function readOrigin(realms: RealmStore, id: string, name: string): Promise<RealmOrigin | undefined> {
  try {
    return await realms.readOrigin(id);
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error;
    throw new KitError(
      409,
      `The origin of realm "${name}" cannot be used: ${error.problem}.`,
      'Import its realm file again, and let it replace the realm.',
    );
  }
}

function checkNotMaster(name: string): void {
  if (name !== 'master') return;
  throw new KitError(
    409,
    'Realm master has no snapshots and is not reset: it would take the administrators of the server with it.',
    'Test with a realm of your own.',
  );
}

function noSuchSnapshot(id: string): KitError {
  return new KitError(
    404,
    `There is no snapshot "${id.slice(0, 40)}" of this realm.`,
    'Snapshots end with their realm, and without a database with the process; GET /emulator/v1/realms/{realm}/snapshots lists them.',
  );
}

function goneRealm(name: string): KitError {
  return new KitError(404, `Realm "${name}" has been removed.`, 'Clone or import it again.');
}

function withoutMark(name: string): KitError {
  return new KitError(
    409,
    `Nothing is known of how realm "${name}" began.`,
    'Take a snapshot (POST /emulator/v1/realms/{realm}/snapshots) and restore that.',
  );
}

function tooManySnapshots(name: string): KitError {
  return new KitError(
    409,
    `Realm "${name}" has ${MAX_SNAPSHOTS} snapshots already, which is the limit.`,
    'Delete one: DELETE /emulator/v1/realms/{realm}/snapshots/{id}.',
  );
}
