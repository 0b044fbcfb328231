// Snapshots of realms as a store keeps them.
import type { StoredRealm } from './store.ts';

/** What is listed of a snapshot. Immutable. */
export interface SnapshotHead {
  readonly id: string;
  /** Milliseconds on the machine's clock. */
  readonly takenAt: number;
  /** How many users it has. */
  readonly users: number;
  /** How many browser and offline sessions it has. */
  readonly sessions: number;
}

/** What a snapshot keeps of a realm that is not in the store, by the name of each part. Plain data. */
export type SnapshotState = Readonly<Record<string, unknown>>;

/** Earlier states of realms. They end with their realm, but not when it is reset or renamed. */
export interface SnapshotStore {
  /** Those of a realm, oldest first. */
  list(realmId: string): Promise<readonly SnapshotHead[]>;
  /**
   * Keeps a realm's settings, users, sessions, revoked tokens and clock, and what `captureState` gives; undefined if there
   * is no such realm.
   */
  take(
    realmId: string,
    head: Pick<SnapshotHead, 'id' | 'takenAt'>,
    captureState: () => Promise<SnapshotState>,
  ): Promise<SnapshotHead | undefined>;
  /**
   * Puts a snapshot in the place of its realm, as often as needed, with the settings that `make` makes of those that were
   * kept. Gives the state that was kept with it; undefined if there is no such snapshot or realm.
   */
  restore(
    realmId: string,
    id: string,
    make: (kept: StoredRealm, current: StoredRealm) => StoredRealm,
  ): Promise<SnapshotState | undefined>;
  /** False if there is none. */
  remove(realmId: string, id: string): Promise<boolean>;
}
