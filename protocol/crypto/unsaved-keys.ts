// Keys that could not be written to disk: used from memory, and saved as soon as the disk accepts them.
import type { Clock } from '#protocol/clock.ts';
import type { ComponentRepresentation } from '#protocol/contract/realm-representation.ts';
import type { Logger } from '#protocol/log/logger.ts';

type Components = readonly ComponentRepresentation[];

/** A key, and the component whose key was missing. */
export interface UnsavedKey {
  readonly component: ComponentRepresentation;
  readonly unfilled: ComponentRepresentation | undefined;
}

/** Saves keys of a realm; resolves once they are on disk. */
export type SaveKeys = (realmName: string, keys: readonly UnsavedKey[]) => Promise<unknown>;

/** Unsaved keys by realm ID. */
export interface UnsavedKeys {
  /** Merges unsaved keys into the components; returns the same list as long as neither changes. */
  merge(realmId: string, stored: Components): Components;
  add(realm: RealmName, key: UnsavedKey, error: unknown): void;
  /** Tries to save in the background, at most every few seconds. Costs nothing while everything is saved. */
  saveSoon(realm: RealmName): void;
  /** Resolves once all keys are on disk. @throws {StorageError} */
  save(realm: RealmName): Promise<void>;
}

interface RealmName {
  readonly id: string;
  readonly realm: string;
}

interface RealmEntry {
  readonly keys: readonly UnsavedKey[];
  /** Time of the last attempt, in milliseconds since the epoch. */
  triedAt: number;
  /** Cached result of `merge`, and its input. */
  merged: { readonly stored: Components; readonly all: Components } | undefined;
}

/** Minimum time between attempts, so that a full disk does not cause a write with every token. */
const RETRY_INTERVAL_MS = 5000;

/** Adds keys to components, each replacing the component whose key was missing. */
export function withKeys(stored: Components, keys: readonly UnsavedKey[]): ComponentRepresentation[] {
  const replaced = new Set(keys.map(({ unfilled }) => unfilled?.id ?? unfilled));
  const kept = stored.filter((component) => !replaced.has(component.id ?? component));
  return [...kept, ...keys.map(({ component }) => component)];
}

/** Unsaved keys are lost when the server stops before the disk accepts them. */
export function createUnsavedKeys(saveKeys: SaveKeys, clock: Clock, log: Logger): UnsavedKeys {
  const realms = new Map<string, RealmEntry>();

  async function save({ id, realm }: RealmName): Promise<void> {
    const entry = realms.get(id);
    if (entry === undefined) return;
    entry.triedAt = clock.now();
    await saveKeys(realm, entry.keys);
    // Keep keys that were added during the write.
    const remaining = realms.get(id)?.keys.filter((key) => !entry.keys.includes(key)) ?? [];
    if (remaining.length === 0) realms.delete(id);
    else realms.set(id, { keys: remaining, triedAt: entry.triedAt, merged: undefined });
    log.info('Keys of the realm are saved', { realm, keys: entry.keys.length });
  }

  return {
    merge(realmId, stored) {
      const entry = realms.get(realmId);
      if (entry === undefined) return stored;
      if (entry.merged?.stored !== stored) entry.merged = { stored, all: withKeys(stored, entry.keys) };
      return entry.merged.all;
    },
    add({ id, realm }, key, error) {
      const keys = realms.get(id)?.keys ?? [];
      if (keys.length === 0)
        log.error(
          'New keys of the realm cannot be saved. They are used from memory and saved when the disk accepts them; if the server stops before that, tokens and sessions of this realm become invalid',
          { realm },
          error,
        );
      realms.set(id, { keys: [...keys, key], triedAt: clock.now(), merged: undefined });
    },
    saveSoon(realm) {
      const entry = realms.get(realm.id);
      if (entry === undefined || clock.now() - entry.triedAt < RETRY_INTERVAL_MS) return;
      // The failure was logged when the key was generated.
      save(realm).catch((error: unknown) =>
        log.debug('Keys are still unsaved', { realm: realm.realm, reason: String(error) }),
      );
    },
    save,
  };
}
