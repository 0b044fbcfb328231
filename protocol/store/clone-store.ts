// Clones of realms as a store keeps them.
import type { StoredRealm } from './store.ts';

/** What is known of a clone beside its realm, so that no export contains it. Immutable. */
export interface CloneNote {
  /** Name of the realm that was cloned. */
  readonly template: string;
  /** Name of the first realm of a chain of clones. */
  readonly origin: string;
  /** Milliseconds without any use after which the clone ends; absent: it stays until it is removed. */
  readonly leaseMs?: number;
}

/** Realms that were cloned from others, many of them with a lease on the machine's clock. */
export interface CloneStore {
  /** Undefined for a realm that is no clone. */
  find(realmId: string): CloneNote | undefined;
  /** How many clones have a lease. */
  count(): number;
  /**
   * Stores what `make` makes of the template's settings, with the users that the template has at that moment; undefined
   * if there is no such template. `make` may be called again with newer settings.
   * @throws {DuplicateError} when the name or id is taken. @throws {RealmOutOfServiceError} as `realms.create`.
   */
  create(
    template: string,
    make: (settings: StoredRealm) => StoredRealm,
    note: CloneNote,
  ): Promise<StoredRealm | undefined>;
  /**
   * A realm is used, so its lease begins again. False if it has ended; true for a realm without a lease. Answers at once
   * unless the database has to be asked.
   */
  renew(realmName: string): boolean | Promise<boolean>;
  /** Names of the clones whose lease has ended. */
  listEnded(): Promise<readonly string[]>;
}
