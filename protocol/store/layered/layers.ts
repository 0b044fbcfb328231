// Which of the two stores has a realm: the base, or that of the realms in memory.
import { createMemoryStore } from '../memory/memory-store.ts';
import { DuplicateError, RealmOutOfServiceError, type Store, type StoredRealm } from '../store.ts';

const REMEMBERED_REMOVALS = 1000;

/** Finds the store of a realm. Names and ids are unique across both stores. */
export class Layers {
  readonly base: Store;
  readonly transient: Store = createMemoryStore();
  readonly #transientIds = new Set<string>();
  /** The latest transient realms that were removed. */
  readonly #removed = new Set<string>();
  /** Names that realms of the base store are about to have. */
  readonly #claimed = new Set<string>();

  constructor(base: Store) {
    this.base = base;
  }

  /** The store of a realm by id. */
  of(realmId: string): Store {
    return this.#transientIds.has(realmId) ? this.transient : this.base;
  }

  /** Each store with its part of what is given by realm id; a store without realms is left out. */
  split<Value>(byRealm: ReadonlyMap<string, Value>): (readonly [Store, ReadonlyMap<string, Value>])[] {
    return [this.base, this.transient]
      .map((store) => [store, new Map([...byRealm].filter(([id]) => this.of(id) === store))] as const)
      .filter(([, part]) => part.size > 0);
  }

  /** The store of a realm by name. */
  named(name: string): Store {
    return this.transient.realms.find(name) === undefined ? this.base : this.transient;
  }

  note(transientId: string): void {
    this.#transientIds.add(transientId);
  }

  forget(transientId: string): void {
    if (!this.#transientIds.delete(transientId)) return;
    this.#removed.add(transientId);
    const oldest = this.#removed.keys().next();
    if (this.#removed.size > REMEMBERED_REMOVALS && !oldest.done) this.#removed.delete(oldest.value);
  }

  /** Whether a transient realm was removed a moment ago, so that late requests of it leave nothing behind. */
  isRemoved(realmId: string): boolean {
    return this.#removed.has(realmId);
  }

  /** @throws {DuplicateError} when a transient realm has the name or id. */
  checkNotTransient({ realm, id }: StoredRealm): void {
    if (this.transient.realms.find(realm) !== undefined) throw new DuplicateError('realm', realm);
    if (this.#transientIds.has(id)) throw new DuplicateError('id', id);
  }

  /** @throws {DuplicateError} @throws {RealmOutOfServiceError} */
  checkFree({ realm, id }: StoredRealm): void {
    this.checkFreeName(realm);
    if (this.base.realms.list().some((other) => other.id === id)) throw new DuplicateError('id', id);
  }

  /** @throws {DuplicateError} @throws {RealmOutOfServiceError} */
  checkFreeName(name: string): void {
    const { realms } = this.base;
    if (realms.find(name) !== undefined || this.#claimed.has(name)) throw new DuplicateError('realm', name);
    const damage = realms.findOutOfService(name);
    if (damage !== undefined) throw new RealmOutOfServiceError(damage);
  }

  /** No transient realm gets the name until it is released. */
  claim(name: string): void {
    this.#claimed.add(name);
  }

  release(name: string): void {
    this.#claimed.delete(name);
  }
}
