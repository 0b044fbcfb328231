// Clones of realms for single tests: made in no time, and gone with their lease.
import type { Clock } from '#protocol/clock.ts';
import { createAlphanumericText, createRandomText, createUuid } from '#protocol/crypto/identifiers.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { addRealmToMaster, followInMaster } from '#protocol/realm/master-realm.ts';
import { isRealmName, REALM_NAME_RULE } from '#protocol/realm/realm-name.ts';
import type { CloneNote } from '#protocol/store/clone-store.ts';
import { DuplicateError, RealmOutOfServiceError, type StoredRealm } from '#protocol/store/store.ts';
import { KitError } from './kit-error.ts';
import { withDeviceKey, withIdentity } from './realm-identity.ts';
import type { KitRealms } from './realms.ts';

/** The lease of a clone in seconds, when none is asked for: longer than a look at a paused test. */
const DEFAULT_TTL_SECONDS = 600;
const MAX_TTL_SECONDS = 24 * 60 * 60;
const MAX_NAME_CHARACTERS = 255;
const RANDOM_CHARACTERS = 10;
const DEVICE_KEY_BYTES = 32;
/** Clones with a lease at the same time. */
const MAX_CLONES = 2000;

export interface CloneChoices {
  /** Default: the template's name, a hyphen and random characters. */
  readonly name?: string;
  /** How long the clone stays without any request, 1 to 86,400; default 600. */
  readonly ttlSeconds?: number;
  /** Written to disk like an imported realm, and without a lease. */
  readonly persist?: boolean;
}

/** A clone that has just been made. */
interface Clone {
  readonly realm: StoredRealm;
  readonly note: CloneNote;
  /** Milliseconds on the machine's clock; undefined for a clone without a lease. */
  readonly expiresAt: number | undefined;
}

export interface Clones {
  /**
   * Clones a realm as it is now, without its sessions.
   * @throws {KitError} 400 for an invalid choice, 404 without a template, 409 for a taken name or too many clones.
   * @throws {RealmOutOfServiceError} when the template's users cannot be read.
   */
  create(template: string, choices: CloneChoices): Promise<Clone>;
  find(realmId: string): CloneNote | undefined;
  /** @throws {KitError} 404 when there is no such realm, 409 when it is not known as a clone. */
  remove(name: string): Promise<void>;
  /**
   * Renews the lease of a realm that is used. If it has run out, the realm is gone when the call returns; in a database,
   * soon afterwards.
   */
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
  const { store, clock, log } = deps;
  const { clones } = store;
  const limit = createLimit(() => clones.count());
  const removeUnused = async (name: string): Promise<boolean> => {
    const removed = await store.realms.remove(name);
    if (removed) log.debug('A clone was not used for its lease and is gone', { realm: name });
    return removed;
  };
  const removeExpired = async (): Promise<number> => {
    const removed = await Promise.all((await clones.listEnded()).map(removeUnused));
    return removed.filter(Boolean).length;
  };
  /** Which clone has ended is asked again, because a reset may have renewed it. */
  const removeUnlessRenewed = async (renewed: Promise<boolean>): Promise<void> => {
    if (!(await renewed)) await removeExpired();
  };
  return {
    find: (realmId) => clones.find(realmId),
    async create(template, choices) {
      const { name, leaseMs } = readChoices(template, choices);
      const templateId = await checkTemplate(deps, template);
      const note: CloneNote =
        leaseMs === undefined
          ? // It may outlive what is known of its template.
            { template, origin: name }
          : { template, origin: clones.find(templateId)?.origin ?? template, leaseMs };
      const make = () => makeClone(deps, name, note);
      const realm = await (leaseMs === undefined ? make() : limit(make));
      return { realm, note, expiresAt: leaseMs === undefined ? undefined : clock.now() + leaseMs };
    },
    async remove(name) {
      const realm = store.realms.find(name);
      if (realm === undefined || clones.find(realm.id) === undefined) throw notAClone(deps, name);
      await store.realms.remove(name);
      await followInMaster(store, name, undefined);
    },
    touch(name) {
      const renewed = clones.renew(name);
      if (renewed === true) return;
      const removing = renewed === false ? removeUnused(name) : removeUnlessRenewed(renewed);
      removing.catch((error: unknown) =>
        log.error('A clone cannot be renewed or removed', { realm: name }, error),
      );
    },
    removeExpired,
  };
}

/** Refuses work while there are too many clones. Those that are being made count as well. @throws {KitError} 409 */
function createLimit(count: () => number) {
  let making = 0;
  return async <T>(make: () => Promise<T>): Promise<T> => {
    if (count() + making >= MAX_CLONES)
      throw new KitError(
        409,
        `There are ${MAX_CLONES} clones already, which is the limit.`,
        'Delete clones when their test ends, or give them a shorter ttlSeconds.',
      );
    making += 1;
    try {
      return await make();
    } finally {
      making -= 1;
    }
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
  return { name, leaseMs: persist ? undefined : ttlSeconds * 1000 };
}

/** The id of the realm that is cloned. @throws {KitError} 404, 409 */
async function checkTemplate({ store, keys }: ClonesDeps, template: string): Promise<string> {
  if (template === 'master')
    throw new KitError(
      409,
      'Realm master cannot be cloned: its administrators are those of the server.',
      'Clone a realm of your own.',
    );
  const realm = store.realms.find(template);
  if (realm === undefined) throw noSuchRealm(template);
  // Otherwise each clone would have to make keys of its own.
  await keys.list(template);
  return realm.id;
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
    `Realm "${name}" is no clone that the server knows.`,
    `If it is to be removed, send DELETE /admin/realms/${name}.`,
  );
}

/** @throws {KitError} 404, 409 */
async function makeClone({ store, states }: ClonesDeps, name: string, note: CloneNote): Promise<StoredRealm> {
  const identity = { id: createUuid(), realm: name };
  const deviceKey = createRandomText(DEVICE_KEY_BYTES);
  let template: StoredRealm | undefined;
  const make = (settings: StoredRealm): StoredRealm => {
    template = settings;
    return withDeviceKey(withIdentity(settings, identity), deviceKey);
  };
  const realm = await store.clones.create(note.template, make, note).catch((error: unknown) => {
    throw toRefusal(error, name);
  });
  if (realm === undefined || template === undefined) throw noSuchRealm(note.template);
  if (note.leaseMs === undefined && store.realms.find('master') !== undefined)
    await store.realms.update('master', (master) => addRealmToMaster(master, name));
  states.copy(template, realm);
  return realm;
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
