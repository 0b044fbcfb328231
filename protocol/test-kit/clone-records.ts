// The clones of this process, and how long each one stays.
import { KitError } from './kit-error.ts';

/** Clones with a lease at the same time. */
const MAX_CLONES = 2000;

export interface Clone {
  readonly realmId: string;
  /** The name of the realm that was cloned. */
  readonly template: string;
  /** The first realm of a chain of clones, after which the ids of personas are made. */
  readonly origin: string;
  /** Milliseconds on the machine's clock; undefined for a clone without a lease. */
  readonly expiresAt: number | undefined;
}

interface CloneRecord {
  name: string;
  readonly ttlMs: number;
  clone: Clone;
}

const isOver = ({ expiresAt }: Clone, now: number): boolean => expiresAt !== undefined && expiresAt <= now;

export class CloneRecords {
  readonly #byId = new Map<string, CloneRecord>();
  readonly #byName = new Map<string, CloneRecord>();
  /** Clones that are being made count as well. */
  #leased = 0;

  find(realmId: string): Clone | undefined {
    return this.#byId.get(realmId)?.clone;
  }

  named(name: string): Clone | undefined {
    return this.#byName.get(name)?.clone;
  }

  /** Reserves a place for a clone with a lease. @throws {KitError} 409 */
  reserve(): void {
    if (this.#leased >= MAX_CLONES)
      throw new KitError(
        409,
        `There are ${MAX_CLONES} clones already, which is the limit.`,
        'Delete clones when their test ends, or give them a shorter ttlSeconds.',
      );
    this.#leased += 1;
  }

  /** Gives back a place whose clone could not be made. */
  release(): void {
    this.#leased -= 1;
  }

  add(name: string, clone: Clone, ttlMs: number): void {
    const record = { name, ttlMs, clone };
    this.#byId.set(clone.realmId, record);
    this.#byName.set(name, record);
  }

  rename(realmId: string, name: string): void {
    const record = this.#byId.get(realmId);
    if (record === undefined) return;
    this.#byName.delete(record.name);
    this.#byName.set(name, record);
    record.name = name;
  }

  drop(realmId: string): void {
    const record = this.#byId.get(realmId);
    if (record === undefined) return;
    this.#byId.delete(realmId);
    this.#byName.delete(record.name);
    if (record.clone.expiresAt !== undefined) this.release();
  }

  /** Renews the lease of a clone; false if it has run out. */
  renew(name: string, now: number): boolean {
    const record = this.#byName.get(name);
    if (record?.clone.expiresAt === undefined) return true;
    if (isOver(record.clone, now)) return false;
    record.clone = { ...record.clone, expiresAt: now + record.ttlMs };
    return true;
  }

  /** Names of the clones whose lease has run out. */
  expired(now: number): readonly string[] {
    return [...this.#byName.values()].flatMap(({ name, clone }) => (isOver(clone, now) ? [name] : []));
  }
}
