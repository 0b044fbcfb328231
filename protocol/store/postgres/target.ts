// The interfaces of the store that other branches bring. Dropped when they are merged.
import type {
  Consumed,
  RealmStore,
  RealmValue,
  RevokedTokens,
  SaveGate,
  StoredUser,
  UserSession,
  UserSet,
} from '../store.ts';

export type TextPattern = readonly string[];

/** A role that is assigned directly. */
export interface QueriedRole {
  /** The client that owns the role; undefined for a realm role. */
  readonly clientId: string | undefined;
  readonly name: string;
}

/** A part of a list. */
export interface Page {
  /** Items to leave out, from 0. */
  readonly first: number;
  /** The largest number of items, from 0. */
  readonly max: number;
}

/**
 * Conditions that all apply; without any, every user matches. Patterns ignore case: patterns and fields are compared
 * in the lower case of `String.prototype.toLowerCase`. A field that a user does not have is the empty text. Every
 * other text is compared exactly.
 */
export interface UserQuery {
  /** Each matches username, first name, last name or e-mail address. */
  readonly words?: readonly TextPattern[];
  readonly username?: TextPattern;
  readonly firstName?: TextPattern;
  readonly lastName?: TextPattern;
  readonly email?: TextPattern;
  /** Each is an attribute of the user, with the value among its values. */
  readonly attributes?: readonly { readonly name: string; readonly value: string }[];
  /** The user's id is one of these. */
  readonly ids?: readonly string[];
  /** Users without the member are enabled. */
  readonly enabled?: boolean;
  /** Users without the member are not verified. */
  readonly emailVerified?: boolean;
  /** Whether the user represents a client. */
  readonly isServiceAccount?: boolean;
  /** Paths: the user is a member of at least one of these groups itself. */
  readonly groups?: readonly string[];
  /** A path: the user is a member of a group below this one, at any depth. */
  readonly groupsBelow?: string;
  /** At least one of these roles is assigned to the user itself. */
  readonly roles?: readonly QueriedRole[];
  /** A clientId: `clientRoles` of the user has this client. */
  readonly clientRolesOf?: string;
  /** The user is linked with this account at an identity provider (`federatedIdentities`). */
  readonly linked?: { readonly provider: string; readonly userId: string };
  /** The user has a credential of this type, such as `password`. */
  readonly credentialType?: string;
  /** Whether the user has consented to any client. */
  readonly hasConsents?: boolean;
  /** At least one of these queries matches. */
  readonly anyOf?: readonly UserQuery[];
  /** This query does not match. */
  readonly not?: UserQuery;
}

/** Users of all realms, loaded on first use. Usernames and e-mail addresses are matched in lower case. */
export interface UserStore {
  find(realmId: string, userId: string): Promise<StoredUser | undefined>;
  findByUsername(realmId: string, username: string): Promise<StoredUser | undefined>;
  findByEmail(realmId: string, email: string): Promise<StoredUser | undefined>;
  /** The user with this `serviceAccountClientId`, whatever its name. */
  findServiceAccount(realmId: string, clientId: string): Promise<StoredUser | undefined>;
  /** A page of the matching users, sorted by the code units of their usernames. Empty for an unknown realm. */
  search(realmId: string, query: UserQuery, page: Page): Promise<readonly StoredUser[]>;
  count(realmId: string, query: UserQuery): Promise<number>;
  /**
   * All matching users in the same order, without having all in memory at once. Changes during the walk do not
   * disturb it: whoever they concern is given as before, as after, or not at all.
   */
  each(realmId: string, query?: UserQuery): AsyncIterable<StoredUser>;
  /** The users as they are now; later changes leave them as they are. Undefined if there is no such realm. */
  capture(realmId: string): Promise<UserSet | undefined>;
  /**
   * @throws {DuplicateError} naming `username`, `id` or, without `duplicateEmailsAllowed`, `email`.
   * @throws {TypeError} when there is no such realm.
   */
  create(realmId: string, user: StoredUser): Promise<void>;
  /** Resolves to the new user, or undefined if there is none. @throws {DuplicateError} as `create`. */
  update(
    realmId: string,
    userId: string,
    change: (user: StoredUser) => StoredUser,
  ): Promise<StoredUser | undefined>;
  remove(realmId: string, userId: string): Promise<boolean>;
}

/** All sessions and revoked tokens of a realm at one moment. Immutable. */
export interface SessionSet {
  readonly sessions: readonly UserSession[];
  readonly revoked: RevokedTokens;
}

/** Which session is changed. */
export interface SessionKey {
  readonly realmId: string;
  readonly id: string;
  /** A token of which the change must know whether it is revoked. */
  readonly jti?: string;
}

/** What a change makes of a session. All of it is stored, or nothing. */
export interface SessionDecision<Result> {
  /** The session to store in its place; `ended` removes it; absent: it stays as it is. */
  readonly session?: UserSession | 'ended';
  /** Tokens to revoke. */
  readonly revoked?: RevokedTokens;
  readonly result: Result;
}

/** Which of a realm's sessions are meant: those that match every member. */
export interface SessionQuery {
  readonly userId?: string;
  /** The `id` of a client that takes part. */
  readonly clientUuid?: string;
  readonly offline?: boolean;
}

/**
 * Sessions and revoked tokens. A change that revokes something (a removal, a revoked token, a client that leaves a
 * session, the use of a rotating refresh token) survives the end of the process when the call resolves, or is not
 * applied. Other changes do so before the response is sent (see {@link SaveGate}); if they cannot be saved, they
 * stay in memory.
 */
export interface SessionStore {
  find(realmId: string, sessionId: string): Promise<UserSession | undefined>;
  /** Stores a session with a new id. @throws {TypeError} if there is one with this id. */
  create(session: UserSession): Promise<void>;
  /**
   * Reads a session and stores what `change` makes of it, in one step: no other change comes in between. Without a
   * session, `change` gets undefined, and a session that it returns is created. `change` may be called again with a
   * newer state, so it must have no effects. If it throws, nothing is stored.
   * @throws what `change` throws.
   * @throws {StorageError} for a failed revocation.
   */
  update<Result>(
    key: SessionKey,
    change: (session: UserSession | undefined, isRevoked: boolean) => SessionDecision<Result>,
  ): Promise<Result>;
  /** Ends a session and returns it. Of concurrent callers, one gets it. @throws {StorageError} */
  remove(realmId: string, sessionId: string): Promise<UserSession | undefined>;
  /** Removes a session that has expired, which is not a revocation; false if it has changed since it was read or stored as `known`. */
  discard(known: UserSession): Promise<boolean>;
  /** Sessions in no particular order, read in batches. Those that change meanwhile may be missing. */
  list(realmId: string, query?: SessionQuery): AsyncIterable<UserSession>;
  /**
   * Revokes a token; the revocation is kept until the token's expiry (milliseconds). False if it was revoked before:
   * of concurrent callers, one gets true.
   * @throws {StorageError}
   */
  revokeToken(realmId: string, jti: string, expiresAt: number): Promise<boolean>;
  isTokenRevoked(realmId: string, jti: string): Promise<boolean>;
  /** Removes revocations of tokens that have expired by `now` (milliseconds on the realm's clock). */
  forgetExpiredTokens(realmId: string, now: number): Promise<void>;
  /** Later changes leave the result as it is. */
  capture(realmId: string): Promise<SessionSet>;
  /** Stores captured sessions and revoked tokens of a realm again. A session with the same id is replaced. */
  restore(realmId: string, captured: SessionSet): Promise<void>;
}

/** What a change makes of a value. */
export interface ValueDecision<T, Result> {
  /** The value to keep, or `removed`; absent: it stays as it is. A new value is unused, a changed one as it was. */
  readonly value?: T | 'removed';
  /** Milliseconds on the realm's clock. Required for a new value; absent: the expiry stays. */
  readonly expiresAt?: number;
  readonly result: Result;
}

/**
 * An object that JSON carries unchanged, except that members may be undefined, which are left out. One with a function,
 * a Map or an instance of a class with methods does not fit. A member of type `unknown` is not checked.
 */
export type PlainData<T> = { readonly [Member in keyof T]: PlainMember<T[Member]> };

type PlainMember<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends (...args: never[]) => unknown
      ? never
      : T extends object
        ? PlainData<T>
        : never;

/**
 * Values with an expiry: codes, authentication sessions, ids of client assertions. They are plain data
 * ({@link PlainData}), because another server may read them: never mutated, and never compared by identity. A value is
 * known by the id of its realm and its own. `now` and `expiresAt` are milliseconds on the realm's clock.
 */
export interface ExpiringStore<T extends RealmValue> {
  /** Stores or replaces a value, as unused and as the newest. */
  put(id: string, value: T, expiresAt: number, now: number): Promise<void>;
  /** Stores a value unless there is one that has not expired, used or not; whether it was stored. */
  add(id: string, value: T, expiresAt: number, now: number): Promise<boolean>;
  /** The value, used or not, unless `now` is past its expiry. */
  find(realmId: string, id: string, now: number): Promise<T | undefined>;
  /** Takes the value exactly once, even with concurrent callers on several servers. */
  consume(realmId: string, id: string, now: number): Promise<Consumed<T>>;
  /**
   * Reads a value and stores what `change` makes of it, as one step. `change` gets undefined if there is none or it has
   * expired. It may be called again when another server has changed the value meanwhile, so it must have no effects of
   * its own. What it throws is thrown here, and nothing is stored.
   * @throws {TypeError} for a new value without `expiresAt`, and for a value of another realm.
   */
  update<Result>(
    realmId: string,
    id: string,
    now: number,
    change: (value: T | undefined) => ValueDecision<T, Result>,
  ): Promise<Result>;
  remove(realmId: string, id: string): Promise<void>;
  /** Removes all values of a realm, used or not. */
  clear(realmId: string): Promise<void>;
  /** Up to `limit` values of a realm that fit and have not expired by `now`, used or not, oldest first. */
  list(
    realmId: string,
    fits: (value: T, isUsed: boolean) => boolean,
    now: number,
    limit: number,
  ): Promise<readonly T[]>;
}

export interface Store {
  readonly realms: RealmStore;
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly saveGate: SaveGate;
  /**
   * The values of a kind. `kind` is their name in a database, such as `authorization-code`: every part that asks for
   * the same name has the same values. In memory at most `capacity` values are kept; the oldest are dropped first.
   */
  createExpiringStore<T extends RealmValue & PlainData<T>>(kind: string, capacity?: number): ExpiringStore<T>;
  /** Drops a realm's values from all expiring stores. */
  dropExpiring(realmId: string): Promise<void>;
  /** Resolves when all changes so far are on disk. */
  flush(): Promise<void>;
  /** Flushes and releases the data directory. */
  close(): Promise<void>;
}
