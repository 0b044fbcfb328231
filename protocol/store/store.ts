// What the server remembers, as narrow interfaces: realms, users, sessions, revoked tokens, and things that are used once.
import type { RealmRepresentation, UserRepresentation } from '#protocol/contract/realm-representation.ts';

/** The realm's members but its users. (`Omit` would forget every known member, because unknown ones are allowed, too.) */
type WithoutUsers = {
  readonly [Member in keyof RealmRepresentation as Member extends 'users'
    ? never
    : Member]: RealmRepresentation[Member];
};

/** A realm without its users. Never changed in place: every change is a new object, so that views can be cached by identity. */
export type StoredRealm = WithoutUsers & { readonly id: string };

/** A user with what every stored user has. Never changed in place. */
export type StoredUser = Readonly<UserRepresentation & { id: string; username: string }>;

/** A realm that is not served because one of its files cannot be used. Nothing of it is written until the next start. */
export interface RealmOutOfService {
  /** Undefined when the damage leaves no name. */
  readonly realm: string | undefined;
  /** Absolute path of the file that cannot be used. */
  readonly path: string;
  /** The same path from the data directory on, for callers who need not know where that is. */
  readonly file: string;
  /** What is wrong with it: `it is not valid JSON`. Contains nothing of the file. */
  readonly problem: string;
}

/** Realms in memory, changes on disk before the promise resolves. */
export interface RealmStore {
  /** All realms in order of creation. */
  list(): readonly StoredRealm[];
  find(name: string): StoredRealm | undefined;
  /** Realms that are not served because of a damaged file. */
  listOutOfService(): readonly RealmOutOfService[];
  /** Why the realm of this name is not served although it may exist; undefined when it is served, or does not exist. */
  findOutOfService(name: string): RealmOutOfService | undefined;
  /** Stores a realm with its users as one change: after a crash there is all of it or nothing. @throws {DuplicateError} when the name or id is taken, or two users contradict each other. @throws {RealmOutOfServiceError} when a damaged realm may have the name or id. */
  create(realm: StoredRealm, users: readonly StoredUser[]): Promise<void>;
  /** Replaces the realm by what `change` returns; changes of one realm run one after another. @throws {TypeError} when there is no such realm or its id would change. @throws {DuplicateError} when a new name is taken. */
  update(name: string, change: (realm: StoredRealm) => StoredRealm): Promise<StoredRealm>;
  /** Removes a realm, its users and its sessions; resolves to whether there was one. */
  remove(name: string): Promise<boolean>;
}

/** Users of all realms; `realmId` is the realm's `id`. Reading loads a realm's users on first need. Names and e-mail addresses are matched in lower case. */
export interface UserStore {
  find(realmId: string, userId: string): Promise<StoredUser | undefined>;
  findByUsername(realmId: string, username: string): Promise<StoredUser | undefined>;
  findByEmail(realmId: string, email: string): Promise<StoredUser | undefined>;
  /** All users sorted by user name. */
  list(realmId: string): Promise<readonly StoredUser[]>;
  /**
   * An e-mail address may be taken where the realm has `duplicateEmailsAllowed`.
   * @throws {DuplicateError} naming the member (`username`, `email`, `id`) that is taken. @throws {TypeError} when there is no such realm.
   */
  create(realmId: string, user: StoredUser): Promise<void>;
  /** Resolves to the new user, or undefined if it does not exist. @throws {DuplicateError} as `create`. */
  update(
    realmId: string,
    userId: string,
    change: (user: StoredUser) => StoredUser,
  ): Promise<StoredUser | undefined>;
  remove(realmId: string, userId: string): Promise<boolean>;
}

/** A value that a claim may be asked to have. */
export type ClaimValue = string | number | boolean;

/** How one claim is asked for. OIDC Core §5.5.1. */
export interface ClaimRequest {
  readonly essential?: boolean;
  /** What would do, the most wanted first; absent: anything. */
  readonly values?: readonly ClaimValue[];
}

/** Claims that an authorization request asks for by name, for each place (OIDC Core §5.5). */
export interface ClaimsRequest {
  readonly id: Readonly<Record<string, ClaimRequest>>;
  readonly userinfo: Readonly<Record<string, ClaimRequest>>;
}

/** What a service provider was told of the person (SAML Core §2.2.3), so that a sign-out names the same one. */
interface SamlClientSession {
  readonly nameId: string;
  /** URN of the name identifier's format. */
  readonly nameIdFormat: string;
  /** How the response went to it; absent: by POST. */
  readonly binding?: 'redirect' | 'post' | 'artifact' | 'soap';
}

/** What a client has in a session. Instants are milliseconds since the epoch. */
export interface ClientSession {
  /** The client's `id` (not its clientId). */
  readonly clientUuid: string;
  readonly startedAt: number;
  readonly lastRefreshAt: number;
  /** Granted scopes, hidden ones included, separated by blanks. */
  readonly scope: string;
  /** Where the client was sent back to, for logout and the console. */
  readonly redirectUri?: string;
  /** `1` when the client's sign-in was interactive, `0` when a session was enough; kept for refreshed tokens. Absent: `1`. */
  readonly acr?: string;
  /** Claims that the client's authorization request asked for by name; kept for refreshed tokens and userinfo. */
  readonly claimsRequest?: ClaimsRequest | undefined;
  /** A service provider's sign-in, for its sign-out. */
  readonly saml?: SamlClientSession;
  /** Uses of the newest refresh token, while the realm revokes refresh tokens: its `jti` and how often it was used. */
  readonly refreshTokenUse?: { readonly jti: string; readonly count: number; readonly startedAt: number };
}

/** A browser session or an offline session. Never changed in place. */
export interface UserSession {
  readonly id: string;
  readonly realmId: string;
  readonly userId: string;
  readonly username: string;
  readonly offline: boolean;
  /** When the session began. */
  readonly startedAt: number;
  /** Last use; the idle timeout counts from here. */
  readonly lastAccessAt: number;
  /** Last interactive authentication (`auth_time`). */
  readonly authenticatedAt: number;
  /** When each level of authentication was proven last (`1` password, `2` one-time code), in milliseconds. Absent: level 1 at `authenticatedAt`. */
  readonly levels?: Readonly<Record<string, number>>;
  readonly rememberMe: boolean;
  readonly ipAddress: string;
  /** Activity's flow that began it. */
  readonly flow: string;
  /** By client `id`. */
  readonly clients: Readonly<Record<string, ClientSession>>;
}

/** Instants of expiry (milliseconds) of revoked tokens by `jti`. */
export type RevokedTokens = Readonly<Record<string, number>>;

/**
 * Sessions in memory and in a journal on disk. A change that takes something back (a removal, a revocation, a client that leaves a session, the use
 * of a rotating refresh token) is in the journal when the call returns, or it is not made. Other changes are in the journal before the request
 * is answered (see {@link SaveGate}); when the disk refuses them they stay in memory alone.
 */
export interface SessionStore {
  find(realmId: string, sessionId: string): UserSession | undefined;
  /** Creates or replaces; `revoked` tokens are revoked by the same change. @throws {StorageError} when the change takes something back and cannot be saved. */
  save(session: UserSession, revoked?: RevokedTokens): void;
  /** Ends a session; gives whether there was one. @throws {StorageError} */
  remove(realmId: string, sessionId: string): boolean;
  /** Removes a session that nobody could use any more anyway; gives whether there was one. */
  discard(realmId: string, sessionId: string): boolean;
  list(realmId: string): Iterable<UserSession>;
  listByUser(realmId: string, userId: string): readonly UserSession[];
  /** Remembers that a token (`jti`) is revoked until it would have expired (milliseconds). @throws {StorageError} */
  revokeToken(realmId: string, jti: string, expiresAt: number): void;
  isTokenRevoked(realmId: string, jti: string): boolean;
  /** Forgets revoked tokens that have expired by `now` (milliseconds on the realm's clock). */
  forgetExpiredTokens(realmId: string, now: number): void;
}

/** Lets the answer to a request wait for what the request has changed. */
export interface SaveGate {
  /** Taken before the request is handled. */
  mark(): number;
  /**
   * Called before the answer is sent. Undefined: nothing to wait for. Otherwise it resolves when what was taken back since the mark survives a power
   * failure, too, and rejects with a StorageError.
   */
  settle(mark: number): Promise<void> | undefined;
}

/** What `consume` found. A used value is kept until it expires, so that reuse can be told from guessing and what it gave taken back. */
export type Consumed<T> =
  | { readonly state: 'found'; readonly value: T }
  | { readonly state: 'used'; readonly value: T }
  | { readonly state: 'unknown' };

/** Things that live in memory for a while: authorization codes, sign-ins in progress, ids of client assertions. Ends with the process. */
export interface ExpiringStore<T> {
  /** Keeps `value` from `now` until `expiresAt` (milliseconds on one realm's clock); replaces what was there, used mark included. */
  put(id: string, value: T, expiresAt: number, now: number): void;
  /** The value, used or not, unless `now` is past its expiry. */
  find(id: string, now: number): T | undefined;
  /** Takes the value exactly once, however many ask at the same time. */
  consume(id: string, now: number): Consumed<T>;
  remove(id: string): void;
  /** Up to `limit` values that fit and have not expired by `now`, used or not, oldest first. Values that do not fit are left alone, so that `now` may be one realm's time. */
  list(fits: (value: T) => boolean, now: number, limit: number): readonly T[];
}

/** Everything that is kept. */
export interface Store {
  readonly realms: RealmStore;
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly saveGate: SaveGate;
  /** A new memory for things of one kind; at most `capacity` of them, the oldest go first. */
  createExpiringStore<T>(capacity?: number): ExpiringStore<T>;
  /** Resolves when everything that was changed so far is on disk. */
  flush(): Promise<void>;
  /** Flushes and gives up the data directory. */
  close(): Promise<void>;
}

/** A realm is not served, and nothing may be written in its place. */
export class RealmOutOfServiceError extends Error {
  readonly damage: RealmOutOfService;

  constructor(damage: RealmOutOfService, cause?: unknown) {
    super(`${damage.path} cannot be used: ${damage.problem}`, { cause });
    this.name = 'RealmOutOfServiceError';
    this.damage = damage;
  }
}

/** A value that must be unique is taken. */
export class DuplicateError extends Error {
  /** `realm`, `username`, `email`, `id`. */
  readonly member: string;

  constructor(member: string, value: string) {
    super(`${member} "${value}" is taken`);
    this.name = 'DuplicateError';
    this.member = member;
  }
}
