// Everything that a store keeps of a realm, given and taken as a stream, to move it to another store.
import type {
  ClockSetting,
  RevokedTokens,
  StoredRealm,
  StoredUser,
  StoringOptions,
  UserSession,
} from './store.ts';

/** A user, and whether the realm's origin contains the same. */
export interface MovedUser {
  readonly user: StoredUser;
  readonly isOriginal: boolean;
}

/** The realm as it was when it was stored. Time in milliseconds. */
export interface MovedOrigin {
  readonly realm: StoredRealm;
  readonly storedAt: number;
}

/** A realm with all that belongs to it. Each call of a method reads from the beginning. */
export interface MovedRealm {
  readonly realm: StoredRealm;
  /** Undefined: the machine's time. */
  readonly clock: ClockSetting | undefined;
  /** Undefined if it was not kept. */
  readonly origin: MovedOrigin | undefined;
  /** In the order in which they were added. */
  users(): AsyncIterable<MovedUser>;
  /** Users of the origin that have changed or gone since. */
  originUsers(): AsyncIterable<StoredUser>;
  /** Browser sessions and offline sessions. */
  sessions(): AsyncIterable<UserSession>;
  /** Revoked tokens in batches. */
  revokedTokens(): AsyncIterable<RevokedTokens>;
}

/** Reads and stores whole realms without having their users in memory at once. */
export interface RealmMover {
  /**
   * Gives a realm, as it is at one moment, to `use`, which must not keep it. Undefined if there is no such realm.
   * @throws {RealmOutOfServiceError} for a damaged file.
   */
  read<Result>(realmId: string, use: (moved: MovedRealm) => Promise<Result>): Promise<Result | undefined>;
  /**
   * Stores a realm atomically: as a new one, or in place of the one of its name with its users, sessions and clock.
   * @throws {DuplicateError} when the id is that of another realm, or for duplicate users.
   * @throws {RealmOutOfServiceError} when a damaged realm has the name or id.
   */
  store(moved: MovedRealm, watch?: StoringOptions): Promise<void>;
}

/** Items in lists of at most `size`. */
export async function* inBatches<Item>(
  items: AsyncIterable<Item>,
  size: number,
): AsyncGenerator<Item[], void> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
