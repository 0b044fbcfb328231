// Keys that the disk refused: used from memory, and saved as soon as the disk accepts them.
import type { Clock } from '#protocol/clock.ts';
import type { ComponentRepresentation } from '#protocol/contract/realm-representation.ts';
import type { Logger } from '#protocol/log/logger.ts';

type Components = readonly ComponentRepresentation[];

/** A key, and the component of the realm that waited for it. */
export interface UnsavedKey {
  readonly component: ComponentRepresentation;
  readonly unfilled: ComponentRepresentation | undefined;
}

/** How the keys of a realm are saved. On disk when it resolves. */
export type SaveKeys = (realmName: string, keys: readonly UnsavedKey[]) => Promise<unknown>;

/** Unsaved keys by the realm's id. */
export interface UnsavedKeys {
  /** The components with the unsaved keys among them; the same list as long as neither changes. */
  merge(realmId: string, stored: Components): Components;
  add(realm: RealmName, key: UnsavedKey, error: unknown): void;
  /** Tries to save in the background, every few seconds at most. Costs nothing while everything is saved. */
  saveSoon(realm: RealmName): void;
  /** Saves what is unsaved; on disk when it resolves. @throws {StorageError} */
  save(realm: RealmName): Promise<void>;
}

interface RealmName {
  readonly id: string;
  readonly realm: string;
}

interface RealmEntry {
  readonly keys: readonly UnsavedKey[];
  /** When it was tried last, milliseconds. */
  triedAt: number;
  /** What `merge` gave last, and for which list. */
  merged: { readonly stored: Components; readonly all: Components } | undefined;
}

/** Between two attempts, so that a full disk is not written about with every token. */
const TRY_AGAIN_AFTER_MS = 5000;

/** The realm's key components with keys added, each in place of the component that waited for it. */
export function withKeys(stored: Components, keys: readonly UnsavedKey[]): ComponentRepresentation[] {
  const replaced = new Set(keys.map(({ unfilled }) => unfilled?.id ?? unfilled));
  const kept = stored.filter((component) => !replaced.has(component.id ?? component));
  return [...kept, ...keys.map(({ component }) => component)];
}

/** Keeps the keys of a server; they are lost when it ends before the disk accepts them. */
export function createUnsavedKeys(saveKeys: SaveKeys, clock: Clock, log: Logger): UnsavedKeys {
  const realms = new Map<string, RealmEntry>();

  async function save({ id, realm }: RealmName): Promise<void> {
    const entry = realms.get(id);
    if (entry === undefined) return;
    entry.triedAt = clock.now();
    await saveKeys(realm, entry.keys);
    // Others may have come while it was written: those stay.
    const now = realms.get(id)?.keys.filter((key) => !entry.keys.includes(key)) ?? [];
    if (now.length === 0) realms.delete(id);
    else realms.set(id, { keys: now, triedAt: entry.triedAt, merged: undefined });
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
      if (entry === undefined || clock.now() - entry.triedAt < TRY_AGAIN_AFTER_MS) return;
      // The failure was reported when the key was made.
      save(realm).catch((error: unknown) =>
        log.debug('Keys are still unsaved', { realm: realm.realm, reason: String(error) }),
      );
    },
    save,
  };
}
