// Clones of realms for single tests: made in no time, in memory unless asked, and gone with their lease.
import type { Clock } from '#protocol/clock.ts';
import { createAlphanumericText, createRandomText, createUuid } from '#protocol/crypto/identifiers.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { addRealmToMaster, followInMaster } from '#protocol/realm/master-realm.ts';
import { isRealmName, REALM_NAME_RULE } from '#protocol/realm/realm-name.ts';
import type { RealmImage } from '#protocol/store/layered/layered-store.ts';
import { DuplicateError, RealmOutOfServiceError, type StoredRealm } from '#protocol/store/store.ts';
import { type Clone, CloneRecords } from './clone-records.ts';
import { KitError } from './kit-error.ts';
import { withDeviceKey, withIdentity } from './realm-identity.ts';
import type { KitRealms } from './realms.ts';

/** The lease of a clone in seconds, when none is asked for: longer than a look at a paused test. */
const DEFAULT_TTL_SECONDS = 600;
const MAX_TTL_SECONDS = 24 * 60 * 60;
const MAX_NAME_CHARACTERS = 255;
const RANDOM_CHARACTERS = 10;
const DEVICE_KEY_BYTES = 32;

export interface CloneChoices {
  /** Default: the template's name, a hyphen and random characters. */
  readonly name?: string;
  /** How long the clone stays without any request, 1 to 86,400; default 600. */
  readonly ttlSeconds?: number;
  /** Written to disk like an imported realm, and without a lease. */
  readonly persist?: boolean;
}

export interface Clones {
  /**
   * Clones a realm as it is now, without its sessions.
   * @throws {KitError} 400 for an invalid choice, 404 without a template, 409 for a taken name or too many clones.
   * @throws {RealmOutOfServiceError} when the template's users cannot be read.
   */
  create(
    template: string,
    choices: CloneChoices,
  ): Promise<{ readonly clone: Clone; readonly realm: StoredRealm }>;
  find(realmId: string): Clone | undefined;
  /** @throws {KitError} 404 when there is no such realm, 409 when it is no clone of this process. */
  remove(name: string): Promise<void>;
  /** Renews the lease of a realm that is used. If it has run out, the realm is gone when the call returns. */
  touch(name: string): void;
  /** Removes the clones whose lease has run out; resolves to how many. */
  removeExpired(): Promise<number>;
}

export interface ClonesDeps extends KitRealms {
  /** The machine's clock: a moved realm clock must not end a lease. */
  readonly clock: Clock;
  readonly keys: Pick<RealmKeys, 'list'>;
  readonly log: Logger;
}

export function createClones(deps: ClonesDeps): Clones {
  const { store, states, clock, log } = deps;
  const records = new CloneRecords();
  states.register({
    reset: () => undefined,
    drop: (realmId) => records.drop(realmId),
    rename: (realmId, _from, to) => records.rename(realmId, to),
  });
  const removeUnused = async (name: string): Promise<boolean> => {
    const removed = await store.realms.remove(name);
    if (removed) log.debug('A clone was not used for its lease and is gone', { realm: name });
    return removed;
  };
  return {
    find: (realmId) => records.find(realmId),
    async create(template, choices) {
      const { name, ttlMs, persist } = readChoices(template, choices);
      const image = await captureTemplate(deps, template);
      const realm = withDeviceKey(
        withIdentity(image.realm, { id: createUuid(), realm: name }),
        createRandomText(DEVICE_KEY_BYTES),
      );
      await (persist ? storeOnDisk(deps, realm, image) : storeInMemory(deps, records, realm, image));
      const clone: Clone = {
        realmId: realm.id,
        template,
        // On disk, a clone outlives what is known of its template.
        origin: persist ? name : (records.find(image.realm.id)?.origin ?? template),
        expiresAt: persist ? undefined : clock.now() + ttlMs,
      };
      records.add(name, clone, ttlMs);
      states.copy(image.realm, realm);
      return { clone, realm };
    },
    async remove(name) {
      const clone = records.named(name);
      if (clone === undefined) throw notAClone(deps, name);
      await store.realms.remove(name);
      await followInMaster(store, name, undefined);
    },
    touch(name) {
      if (records.renew(name, clock.now())) return;
      removeUnused(name).catch((error: unknown) =>
        log.error('A clone cannot be removed', { realm: name }, error),
      );
    },
    async removeExpired() {
      const removed = await Promise.all(records.expired(clock.now()).map(removeUnused));
      return removed.filter(Boolean).length;
    },
  };
}

function readChoices(template: string, choices: CloneChoices) {
  const { name = `${template}-${createAlphanumericText(RANDOM_CHARACTERS).toLowerCase()}`, persist = false } =
    choices;
  const { ttlSeconds = DEFAULT_TTL_SECONDS } = choices;
  if (!isRealmName(name))
    throw new KitError(400, `name ${REALM_NAME_RULE}.`, 'Leave it out to get a free name.');
  if (name.length > MAX_NAME_CHARACTERS)
    throw new KitError(
      400,
      `name has more than ${MAX_NAME_CHARACTERS} characters.`,
      'Leave it out to get a free name.',
    );
  if (!Number.isInteger(ttlSeconds) || ttlSeconds < 1 || ttlSeconds > MAX_TTL_SECONDS)
    throw new KitError(
      400,
      `ttlSeconds must be a whole number from 1 to ${MAX_TTL_SECONDS}.`,
      `Every request to the clone renews its lease; the default is ${DEFAULT_TTL_SECONDS}.`,
    );
  if (persist && choices.ttlSeconds !== undefined)
    throw new KitError(
      400,
      'A clone with persist has no lease, so ttlSeconds has no effect.',
      'Leave out one of both.',
    );
  return { name, persist, ttlMs: ttlSeconds * 1000 };
}

async function captureTemplate({ store, keys }: ClonesDeps, template: string): Promise<RealmImage> {
  if (template === 'master')
    throw new KitError(
      409,
      'Realm master cannot be cloned: its administrators are those of the server.',
      'Clone a realm of your own.',
    );
  // Otherwise each clone would have to make keys of its own.
  if (store.realms.find(template) !== undefined) await keys.list(template);
  const image = await store.capture(template);
  if (image === undefined) throw noSuchRealm(template);
  return image;
}

function noSuchRealm(name: string): KitError {
  return new KitError(
    404,
    `There is no realm "${name}".`,
    'Check the spelling, or import the realm with --import-realm or POST /admin/realms.',
  );
}

function notAClone({ store }: ClonesDeps, name: string): KitError {
  if (store.realms.find(name) === undefined) return noSuchRealm(name);
  return new KitError(
    409,
    `Realm "${name}" is no clone of this process.`,
    `If it is to be removed, send DELETE /admin/realms/${name}.`,
  );
}

/** @throws {KitError} 409 */
async function storeInMemory(
  { store }: ClonesDeps,
  records: CloneRecords,
  realm: StoredRealm,
  { users }: RealmImage,
): Promise<void> {
  records.reserve();
  try {
    await store.createTransient(realm, users);
  } catch (error) {
    records.release();
    throw toRefusal(error, realm.realm);
  }
}

/** @throws {KitError} 409 */
async function storeOnDisk({ store }: ClonesDeps, realm: StoredRealm, { users }: RealmImage): Promise<void> {
  try {
    await store.realms.create(realm, users);
  } catch (error) {
    throw toRefusal(error, realm.realm);
  }
  if (store.realms.find('master') !== undefined)
    await store.realms.update('master', (master) => addRealmToMaster(master, realm.realm));
}

/** A name that is taken is refused; other errors stay as they are. */
function toRefusal(error: unknown, name: string): unknown {
  const remedy = 'Leave out name to get a free one, or delete the earlier clone.';
  if (error instanceof DuplicateError)
    return new KitError(409, `There is a realm "${name}" already.`, remedy);
  if (error instanceof RealmOutOfServiceError)
    return new KitError(409, `Realm "${name}" is out of service: ${error.damage.problem}.`, remedy);
  return error;
}
