// What the server keeps of a realm outside the store: one place resets, captures, restores and drops all of it.
import type { StoredRealm } from '#protocol/store/store.ts';

/** A kind of state that is kept by realm: by id, or by name where that is what its owner knows. */
interface RealmStatePart<Captured = undefined> {
  /** Back to how a realm begins, as if the server had just imported it. */
  reset(realmId: string, realmName: string): void | Promise<void>;
  /** What a snapshot keeps; absent: nothing, and restoring a snapshot resets the part. */
  capture?(realmId: string, realmName: string): Captured | Promise<Captured>;
  /** Puts back what `capture` returned, which may happen more than once. */
  restore?(realmId: string, captured: Captured, realmName: string): void | Promise<void>;
  /** The realm is gone, and its id and name may come back with another realm. Default: `reset`. */
  drop?(realmId: string, realmName: string): void | Promise<void>;
  /** The realm has another name from now on. */
  rename?(realmId: string, from: string, to: string): void;
  /** A realm has been cloned; `clone` begins as `template` did, not as it is now. */
  copy?(template: RealmName, clone: RealmName): void;
}

type RealmName = Pick<StoredRealm, 'id' | 'realm'>;

/** The captured state of all parts of one realm. */
export type CapturedState = ReadonlyMap<object, unknown>;

export interface RealmStates {
  /** Adds a part, usually while the server is composed. */
  register<Captured = undefined>(part: RealmStatePart<Captured>): void;
  reset(realm: RealmName): Promise<void>;
  capture(realm: RealmName): Promise<CapturedState>;
  restore(realm: RealmName, captured: CapturedState): Promise<void>;
  drop(realm: RealmName): Promise<void>;
  rename(realm: RealmName, from: string): void;
  copy(template: RealmName, clone: RealmName): void;
}

/** Parts are called in the order in which they were registered. */
export function createRealmStates(): RealmStates {
  const parts: RealmStatePart<unknown>[] = [];
  return {
    register(part) {
      parts.push(part as RealmStatePart<unknown>);
    },
    async reset({ id, realm }) {
      for (const part of parts) await part.reset(id, realm);
    },
    async capture({ id, realm }) {
      // All parts begin before anything is awaited, so that what is in memory fits together.
      const captured = parts.flatMap((part) =>
        part.capture === undefined ? [] : [{ part, state: part.capture(id, realm) }],
      );
      const states = await Promise.all(captured.map(({ state }) => state));
      return new Map(captured.map(({ part }, place) => [part, states[place]]));
    },
    async restore({ id, realm }, captured) {
      for (const part of parts) {
        if (part.restore !== undefined && captured.has(part))
          await part.restore(id, captured.get(part), realm);
        else await part.reset(id, realm);
      }
    },
    async drop({ id, realm }) {
      for (const part of parts) await (part.drop ?? part.reset)(id, realm);
    },
    rename({ id, realm }, from) {
      for (const part of parts) part.rename?.(id, from, realm);
    },
    copy(template, clone) {
      for (const part of parts) part.copy?.(template, clone);
    },
  };
}
