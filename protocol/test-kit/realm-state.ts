// What the server keeps of a realm outside the store: one place resets, captures, restores and drops all of it.
import type { SnapshotState } from '#protocol/store/snapshot-store.ts';
import type { StoredRealm } from '#protocol/store/store.ts';

/** A kind of state that is kept by realm: by id, or by name where that is what its owner knows. */
interface RealmStatePart<Captured> {
  /** Back to how a realm begins, as if the server had just imported it. */
  reset(realmId: string, realmName: string): void | Promise<void>;
  /** Absent: a snapshot keeps nothing of the part, and restoring one resets it. */
  readonly snapshot?: SnapshotPart<Captured>;
  /** The realm is gone, and its id and name may come back with another realm. Default: `reset`. */
  drop?(realmId: string, realmName: string): void | Promise<void>;
  /** The realm has another name from now on. */
  rename?(realmId: string, from: string, to: string): void;
  /** A realm has been cloned; `clone` begins as `template` did, not as it is now. */
  copy?(template: RealmName, clone: RealmName): void;
}

/** What a snapshot keeps of a part: plain data, which another server may restore. */
interface SnapshotPart<Captured> {
  /** No other part has it. */
  readonly name: string;
  capture(realmId: string): Captured | Promise<Captured>;
  /** Puts back what `capture` returned, which may happen more than once. */
  restore(realmId: string, captured: Captured): void | Promise<void>;
}

type RealmName = Pick<StoredRealm, 'id' | 'realm'>;

export interface RealmStates {
  /** Adds a part, usually while the server is composed. */
  register<Captured>(part: RealmStatePart<Captured>): void;
  reset(realm: RealmName): Promise<void>;
  capture(realm: RealmName): Promise<SnapshotState>;
  restore(realm: RealmName, captured: SnapshotState): Promise<void>;
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
    async capture({ id }) {
      // All parts begin before anything is awaited, so that what is in memory fits together.
      const captured = parts.flatMap(({ snapshot }) =>
        snapshot === undefined ? [] : [{ name: snapshot.name, state: snapshot.capture(id) }],
      );
      const states = await Promise.all(captured.map(({ state }) => state));
      return Object.fromEntries(captured.map(({ name }, place) => [name, states[place]]));
    },
    async restore({ id, realm }, captured) {
      for (const part of parts) {
        const { snapshot } = part;
        if (snapshot !== undefined && Object.hasOwn(captured, snapshot.name))
          await snapshot.restore(id, captured[snapshot.name]);
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
