// All realms in memory, as the changes that are known have left them.
import type { CloneNote } from '../clone-store.ts';
import type { ClockSetting, StoredRealm } from '../store.ts';

/** A realm with what the tables know about it. Immutable. */
export interface CachedRealm {
  /** Names the realm in other tables. A realm that takes the place of another has a new one. */
  readonly key: string;
  /** Number of the change that made it so. */
  readonly version: number;
  /** Position in the order of creation. */
  readonly position: number;
  readonly stored: StoredRealm;
  /** Undefined: the machine's time. */
  readonly clock: ClockSetting | undefined;
  /** Undefined for a realm that is no clone. */
  readonly clone: CloneNote | undefined;
}

/** Changes that were made to realms. */
export interface RealmChanges {
  readonly changed: readonly CachedRealm[];
  /** Keys of realms that are gone. */
  readonly removed: readonly string[];
}

/** Keys of removed realms that are remembered. They are never used again. */
const REMEMBERED_REMOVALS = 1000;

/** Realms by name, id and key. Every object stays the same until its realm changes. */
export class RealmCache {
  readonly #byKey = new Map<string, CachedRealm>();
  readonly #byId = new Map<string, CachedRealm>();
  readonly #byName = new Map<string, CachedRealm>();
  /** The latest realms that are gone: what was read before they went may arrive afterwards. */
  readonly #gone = new Set<string>();
  #sorted: readonly StoredRealm[] | undefined;
  #version = -1;

  /** The change up to which all are known. */
  get version(): number {
    return this.#version;
  }

  /** In order of creation. */
  list(): readonly StoredRealm[] {
    this.#sorted ??= [...this.#byKey.values()]
      .sort((a, b) => a.position - b.position)
      .map(({ stored }) => stored);
    return this.#sorted;
  }

  /** In no particular order. */
  all(): IterableIterator<CachedRealm> {
    return this.#byKey.values();
  }

  find(name: string): CachedRealm | undefined {
    return this.#byName.get(name);
  }

  findById(realmId: string): CachedRealm | undefined {
    return this.#byId.get(realmId);
  }

  findByKey(key: string): CachedRealm | undefined {
    return this.#byKey.get(key);
  }

  /** Adopts all changes up to `version`, and possibly later ones. */
  adopt({ changed, removed }: RealmChanges, version: number): void {
    this.apply({ changed, removed });
    this.#version = Math.max(this.#version, version);
  }

  /** Adopts the change with this number. Earlier ones of other servers may still be missing. */
  adoptOwn(changes: RealmChanges, version: number): void {
    this.apply(changes);
    if (version === this.#version + 1) this.#version = version;
  }

  /** Adopts what is newer than what is known; says nothing about other changes. */
  apply({ changed, removed }: RealmChanges): void {
    for (const key of removed) this.#removeForGood(key);
    for (const realm of changed) this.#put(realm);
    this.#sorted = undefined;
  }

  /** Forgets all realms whose keys are not among these. */
  retain(keys: ReadonlySet<string>): void {
    for (const realm of [...this.#byKey.values()]) if (!keys.has(realm.key)) this.#remove(realm);
    this.#sorted = undefined;
  }

  #removeForGood(key: string): void {
    this.#remove(this.#byKey.get(key));
    this.#gone.add(key);
    const oldest = this.#gone.keys().next();
    if (this.#gone.size > REMEMBERED_REMOVALS && !oldest.done) this.#gone.delete(oldest.value);
  }

  #put(realm: CachedRealm): void {
    if (this.#gone.has(realm.key)) return;
    const before = this.#byKey.get(realm.key);
    if (before !== undefined && before.version >= realm.version) return;
    this.#remove(before);
    this.#byKey.set(realm.key, realm);
    this.#byId.set(realm.stored.id, realm);
    this.#byName.set(realm.stored.realm, realm);
  }

  /** Another realm may have taken its name or id meanwhile. */
  #remove(realm: CachedRealm | undefined): void {
    if (realm === undefined) return;
    const { key, stored } = realm;
    this.#byKey.delete(key);
    if (this.#byId.get(stored.id) === realm) this.#byId.delete(stored.id);
    if (this.#byName.get(stored.realm) === realm) this.#byName.delete(stored.realm);
  }
}
