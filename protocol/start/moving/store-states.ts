// Stores the realms of state files, each atomically.
import type { Logger } from '#protocol/log/logger.ts';
import { DuplicateError, RealmOutOfServiceError } from '#protocol/store/store.ts';
import type { MovableStore } from '../open-store.ts';
import { throwFaults } from '../realm-files.ts';
import { formatCount, type Progress } from './progress.ts';
import { stateError } from './state-error.ts';
import type { StateSection } from './state-reader.ts';

export interface StoreStates {
  readonly store: MovableStore;
  readonly log: Logger;
  /** Whether existing realms are replaced. */
  readonly replaces: boolean;
  readonly progress: Progress;
  readonly signal: AbortSignal | undefined;
}

/**
 * Stores realms in their order. Returns the names of those that are not stored, because the one of their name or id is out
 * of service.
 * @throws {OptionError} exit code 1, before anything is stored, for an id that another realm has.
 */
export async function storeStates(
  given: readonly StateSection[],
  deps: StoreStates,
): Promise<readonly string[]> {
  const sections = given.filter((section) => !isKept(section, deps));
  checkIds(sections, deps);
  const left: string[] = [];
  for (const section of sections) if (!(await storeSection(section, deps))) left.push(section.header.realm);
  return left;
}

function isKept({ path, header: { realm } }: StateSection, { store, log, replaces }: StoreStates): boolean {
  if (replaces || store.realms.find(realm) === undefined) return false;
  log.info('Realm exists already and is left as it is', { realm, file: path });
  return true;
}

function checkIds(sections: readonly StateSection[], { store }: StoreStates): void {
  const owners = new Map(store.realms.list().map(({ id, realm }) => [id, realm]));
  const faults = sections.flatMap(({ path, moved: { realm } }) => {
    const owner = owners.get(realm.id) ?? realm.realm;
    owners.set(realm.id, owner);
    if (owner === realm.realm) return [];
    const problem = `realm.id "${realm.id}" is the id of realm ${owner}`;
    return [stateError(path, undefined, problem, `Rename or remove realm ${owner} first.`)];
  });
  throwFaults(faults);
}

async function storeSection(
  { path, header: { realm }, end, moved }: StateSection,
  { store, log, progress, signal }: StoreStates,
): Promise<boolean> {
  const damage = store.realms.findOutOfService(realm);
  const before = store.realms.find(realm);
  try {
    if (damage !== undefined) throw new RealmOutOfServiceError(damage);
    await store.mover.store(moved, {
      ...(signal === undefined ? {} : { signal }),
      written: (users) =>
        progress.report(
          () => `Importing realm ${realm}, users: ${formatCount(users)} of ${formatCount(end.users)}`,
        ),
    });
  } catch (error) {
    if (error instanceof DuplicateError)
      throw stateError(
        path,
        undefined,
        `realm ${realm}: ${error.message}`,
        'Remove the duplicate where the realm was exported, and export again.',
      );
    if (!(error instanceof RealmOutOfServiceError)) throw error;
    log.warn('A realm is not imported, because the one of its name or id is out of service', {
      realm,
      file: path,
      damaged: error.damage.path,
    });
    return false;
  }
  // Codes and sign-ins in progress belong to the realm that is gone.
  if (before !== undefined) await store.dropExpiring(before.id);
  const text = before === undefined ? 'Realm imported' : 'Realm imported in place of the earlier one';
  log.info(text, { realm, users: end.users, sessions: end.sessions, file: path });
  return true;
}
