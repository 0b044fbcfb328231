// Interfaces of the server's data: realms, users, sessions, revoked tokens and single-use values.
import type { RealmRepresentation, UserRepresentation } from '#protocol/contract/realm-representation.ts';
import type { StorageError } from '#protocol/errors/storage-error.ts';
import type { ClaimsRequest } from './claims-request.ts';
import type { CloneStore } from './clone-store.ts';
import type { KindOptions } from './kind-options.ts';
import type { PlainData } from './plain-data.ts';
import type { RecordLists } from './record-list.ts';
import type { SaveGate } from './save-gate.ts';
import type { ServerConnections } from './server-stream.ts';
import type { FoundSession, SessionDecision, SessionKey } from './session-change.ts';
import type { SessionCounts, SessionLimits, SessionQuery } from './session-query.ts';
import type { SnapshotStore } from './snapshot-store.ts';
import type { Page, UserQuery } from './user-query.ts';

/** `Omit` would lose every known member, because unknown ones are allowed. */
type WithoutUsers = {
  readonly [Member in keyof RealmRepresentation as Member extends 'users'
    ? never
    : Member]: RealmRepresentation[Member];
};

/** A realm without its users. Immutable: a change is a new object, so views can be cached by identity. */
export type StoredRealm = WithoutUsers & { readonly id: string };

/** A user with the members that every stored user has. Immutable. */
export type StoredUser = Readonly<UserRepresentation & { id: string; username: string }>;

/** The users of a realm at one moment. Immutable, and shared: no user is copied. */
export interface UserSet {
  /** Sorted by username. */
  list(): readonly StoredUser[];
}

/** A realm that is not served because of a damaged file. Nothing of it is written until the next start. */
export interface RealmOutOfService {
  /** Undefined if the name is lost. */
  readonly realm: string | undefined;
  /** Absolute path of the damaged file. */
  readonly path: string;
  /** Path relative to the data directory, for callers who should not see its location. */
  readonly file: string;
  /** For example `it is not valid JSON`. Never quotes the file. */
  readonly problem: string;
}

/** How a realm's time differs from the machine's: it is ahead by an offset, or stands still. In milliseconds. */
export type ClockSetting =
  | { readonly offsetMs: number; readonly frozenAt?: never }
  | { readonly frozenAt: number; readonly offsetMs?: never };

/** Follows a realm while it is stored, and decides at the end whether it is. */
export interface StoringOptions {
  /** A replacement keeps the origin of the realm before. Default: the new realm is its own origin. */
  readonly keepsOrigin?: boolean;
  /** Aborting it stops the work; nothing is stored then. */
  readonly signal?: AbortSignal;
  /** Called with the number of users that are written so far. */
  written?(users: number): void;
  /** Called when everything is written and nothing of it is served. If it rejects, nothing is stored. */
  ready?(): Promise<void>;
}

/** A realm as it was when it was stored, whatever has changed since. */
export interface RealmOrigin {
  /** With the name of that time. */
  readonly realm: StoredRealm;
  readonly users: readonly StoredUser[];
}

/** Realms. Changes are on disk when the promise resolves. */
export interface RealmStore {
  /** All realms in order of creation. */
  list(): readonly StoredRealm[];
  find(name: string): StoredRealm | undefined;
  /** Whether the realm ends by itself, with the process or its lease; false for an unknown id. */
  isTransient(realmId: string): boolean;
  listOutOfService(): readonly RealmOutOfService[];
  /** Damage of a realm that has or may have this name; undefined if it is served or does not exist. */
  findOutOfService(name: string): RealmOutOfService | undefined;
  /**
   * Stores a realm with its users atomically.
   * @throws {DuplicateError} when the name or id is taken, or for duplicate users.
   * @throws {RealmOutOfServiceError} when a damaged realm may have the name or id.
   */
  create(realm: StoredRealm, users: readonly StoredUser[] | UserSet, watch?: StoringOptions): Promise<void>;
  /**
   * Replaces the realm with the result of `change`. Changes of one realm run one after another.
   * @throws {TypeError} when there is no such realm or its id would change.
   * @throws {DuplicateError} when a new name is taken.
   */
  update(name: string, change: (realm: StoredRealm) => StoredRealm): Promise<StoredRealm>;
  /**
   * Stores a realm with its users in place of the one of its name, whose users, sessions and clock setting are
   * removed. It is served until the new one is ready. If that cannot be stored, the earlier one stays as it was.
   * @throws {TypeError} when there is no such realm.
   * @throws {DuplicateError} when the id is that of another realm, or for duplicate users.
   * @throws {RealmOutOfServiceError} when a damaged realm has the id.
   */
  replace(realm: StoredRealm, users: readonly StoredUser[] | UserSet, watch?: StoringOptions): Promise<void>;
  /** Removes a realm, its users, its sessions and the setting of its clock; false if there is none. */
  remove(name: string): Promise<boolean>;
  /**
   * When the realm was created or replaced, in milliseconds; undefined for a realm whose origin is not on disk, such as
   * one that an earlier version has stored.
   */
  findOriginTime(realmId: string): Promise<number | undefined>;
  /** Whether {@link readOrigin} always returns the origin, so that it need not be kept in memory. */
  keepsOrigin(realmId: string): boolean;
  /** Undefined as {@link findOriginTime}. @throws {DamagedFileError} */
  readOrigin(realmId: string): Promise<RealmOrigin | undefined>;
  /** Undefined for a realm with the machine's time, and for an unknown realm. */
  findClock(realmId: string): ClockSetting | undefined;
  /**
   * Stores what `choose` returns. It is called once the realm's earlier changes are made, and may throw. The setting
   * is kept beside the realm, so that no export contains it.
   * @throws {TypeError} when there is no such realm.
   */
  setClock(realmId: string, choose: () => ClockSetting): Promise<void>;
}

/** Users of all realms, loaded on first use. Usernames and e-mail addresses are matched in lower case. */
export interface UserStore {
  find(realmId: string, userId: string): Promise<StoredUser | undefined>;
  findByUsername(realmId: string, username: string): Promise<StoredUser | undefined>;
  findByEmail(realmId: string, email: string): Promise<StoredUser | undefined>;
  /** The user who is linked with this account of a provider. Users of a new realm may share one: the first of them. */
  findByLink(realmId: string, provider: string, userId: string): Promise<StoredUser | undefined>;
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
   * @throws {DuplicateError} naming `username`, `id`, `email` (without `duplicateEmailsAllowed`) or `federatedIdentities`.
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

/** The subject that a service provider received (SAML Core §2.2.3), which a logout must name again. */
interface SamlClientSession {
  readonly nameId: string;
  /** URN of the name identifier's format. */
  readonly nameIdFormat: string;
  /** Binding of the response; absent: `post`. */
  readonly binding?: 'redirect' | 'post' | 'artifact' | 'soap';
}

/** The session that a Keycloak adapter keeps at its application, as it described it at the token endpoint. */
export interface AdapterSession {
  /** `client_session_state`. */
  readonly id: string;
  /** `client_session_host`: the node of the application that has the session. */
  readonly host?: string;
}

/** A client's part of a session. Times are milliseconds since the epoch. */
export interface ClientSession {
  /** The client's `id` (not its clientId). */
  readonly clientUuid: string;
  readonly startedAt: number;
  readonly lastRefreshAt: number;
  /** Granted scopes including hidden ones, separated by spaces. */
  readonly scope: string;
  /** Redirect URI of the sign-in, for logout and the console. */
  readonly redirectUri?: string;
  /** `1` for an interactive sign-in, `0` for single sign-on; used for refreshed tokens. Absent: `1`. */
  readonly acr?: string;
  /** The claims parameter of the client's authorization request, for refreshed tokens and userinfo. */
  readonly claimsRequest?: ClaimsRequest | undefined;
  /** Identifier of the organization that the user has chosen for the client. */
  readonly organization?: string;
  /** For the logout of a SAML service provider. */
  readonly saml?: SamlClientSession;
  /** For the logout of a client with an Admin URL. */
  readonly adapterSession?: AdapterSession;
  /** How often the newest refresh token (`jti`) was used, if the realm revokes refresh tokens. */
  readonly refreshTokenUse?: { readonly jti: string; readonly count: number; readonly startedAt: number };
}

/** A browser session or an offline session. Immutable. Times are milliseconds since the epoch. */
export interface UserSession {
  readonly id: string;
  readonly realmId: string;
  readonly userId: string;
  readonly username: string;
  readonly offline: boolean;
  readonly startedAt: number;
  /** Last use; the idle timeout counts from here. */
  readonly lastAccessAt: number;
  /** Last interactive authentication (`auth_time`). */
  readonly authenticatedAt: number;
  /** When each level (`1` password, `2` one-time code) was last reached; default: 1 at `authenticatedAt`. */
  readonly levels?: Readonly<Record<string, number>>;
  /** The claim `amr` of its tokens (RFC 8176); only sessions made for tests have one. */
  readonly amr?: readonly string[];
  readonly rememberMe: boolean;
  readonly ipAddress: string;
  /** What is known of a sign-in through an identity provider, by Keycloak's names: `identity_provider`. */
  readonly notes?: Readonly<Record<string, string>>;
  /** The start of the browser's `User-Agent`; undefined if a program signed in. */
  readonly userAgent?: string;
  /** Activity's flow that started it. */
  readonly flow: string;
  /** By client `id`. */
  readonly clients: Readonly<Record<string, ClientSession>>;
}

/** Expiry (milliseconds) of revoked tokens by `jti`. */
export type RevokedTokens = Readonly<Record<string, number>>;

/** All sessions and revoked tokens of a realm at one moment. Immutable. */
export interface SessionSet {
  readonly sessions: readonly UserSession[];
  readonly revoked: RevokedTokens;
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
  /** Removes a session, which is not a revocation; false if it has changed since it was read or stored as `known`. */
  discard(known: UserSession): Promise<boolean>;
  /** Sessions in no particular order, read in batches. Those that change meanwhile may be missing. */
  list(realmId: string, query?: SessionQuery): AsyncIterable<UserSession>;
  /** A page of the matching sessions: last used first, then by the code units of their ids. */
  page(realmId: string, query: SessionQuery, page: Page): Promise<readonly UserSession[]>;
  count(realmId: string, query?: SessionQuery): Promise<number>;
  /** The matching sessions of each of these clients (by `id`) that has any. */
  countByClient(
    realmId: string,
    clientUuids: Iterable<string>,
    query?: SessionQuery,
  ): Promise<ReadonlyMap<string, SessionCounts>>;
  /** The sessions of each of these realms that have not ended, by realm id. */
  countByRealm(active: ReadonlyMap<string, SessionLimits>): Promise<ReadonlyMap<string, SessionCounts>>;
  /**
   * Removes the sessions of these realms (by id) that have ended, in batches, and gives each of them to one of
   * concurrent callers. A session that is used meanwhile is kept. Ending is not a revocation.
   */
  sweep(ended: ReadonlyMap<string, SessionLimits>): AsyncIterable<UserSession>;
  /**
   * Revokes a token; the revocation is kept until the token's expiry (milliseconds). False if it was revoked before:
   * of concurrent callers, one gets true.
   * @throws {StorageError}
   */
  revokeToken(realmId: string, jti: string, expiresAt: number): Promise<boolean>;
  isTokenRevoked(realmId: string, jti: string): Promise<boolean>;
  /** Removes revocations of tokens that have expired. `times`: milliseconds on the clock of each realm, by realm id. */
  forgetExpiredTokens(times: ReadonlyMap<string, number>): Promise<void>;
  /** Later changes leave the result as it is. */
  capture(realmId: string): Promise<SessionSet>;
  /** Stores captured sessions and revoked tokens of a realm again. A session with the same id is replaced. */
  restore(realmId: string, captured: SessionSet): Promise<void>;
}

/** A used value is kept until it expires, to detect reuse and to revoke what its first use issued. */
export type Consumed<T> =
  | { readonly state: 'found'; readonly value: T }
  | { readonly state: 'used'; readonly value: T }
  | { readonly state: 'unknown' };

/** A value that belongs to a realm and ends with it. */
export interface RealmValue {
  readonly realmId: string;
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
 * Values with an expiry: codes, authentication sessions, ids of client assertions. They are plain data
 * ({@link PlainData}), because another server may read them: never mutated, and never compared by identity. A value is
 * known by the id of its realm and its own. `now` and `expiresAt` are whole milliseconds on the realm's clock.
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
   * `known`: as in {@link SessionKey}.
   * @throws {TypeError} for a new value without `expiresAt`, and for a value of another realm.
   */
  update<Result>(
    realmId: string,
    id: string,
    now: number,
    change: (value: T | undefined) => ValueDecision<T, Result>,
    known?: T,
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

export interface Store extends ServerConnections, RecordLists {
  readonly realms: RealmStore;
  readonly users: UserStore;
  readonly sessions: SessionStore;
  /** Absent: clones are in the memory of the server that made them. */
  readonly clones?: CloneStore;
  /** As `clones`. */
  readonly snapshots?: SnapshotStore;
  /** Finds a session, its user, and whether the token `jti` is revoked: what most requests need together. */
  findSession(realmId: string, sessionId: string, jti?: string): Promise<FoundSession>;
  readonly saveGate: SaveGate;
  /**
   * The values of a kind. `kind` is their name in a database, such as `authorization-code`: every part that asks for
   * the same name has the same values.
   */
  createExpiringStore<T extends RealmValue & PlainData<T>>(
    kind: string,
    options?: KindOptions,
  ): ExpiringStore<T>;
  /** Drops a realm's values from all expiring stores. */
  dropExpiring(realmId: string): Promise<void>;
  /** Why nothing can be read or written at this moment; undefined if that is possible. Answers within two seconds. */
  findFailure(): Promise<StorageError | undefined>;
  /** Resolves when all changes so far are on disk. */
  flush(): Promise<void>;
  /** Flushes and releases the data directory. */
  close(): Promise<void>;
}

/** A realm is out of service and must not be overwritten. */
export class RealmOutOfServiceError extends Error {
  readonly damage: RealmOutOfService;

  constructor(damage: RealmOutOfService, cause?: unknown) {
    super(`${damage.path} cannot be used: ${damage.problem}`, { cause });
    this.name = 'RealmOutOfServiceError';
    this.damage = damage;
  }
}

export class DuplicateError extends Error {
  /** `realm`, `username`, `email`, `id`, `federatedIdentities`. */
  readonly member: string;

  constructor(member: string, value: string) {
    super(`${member} "${value}" is taken`);
    this.name = 'DuplicateError';
    this.member = member;
  }
}
