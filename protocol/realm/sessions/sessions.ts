// When sessions and client sessions expire, and how they are ended.
import type { Clock } from '#protocol/clock.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { SessionKey } from '#protocol/store/session-change.ts';
import type { SessionLimit, SessionLimits } from '#protocol/store/session-query.ts';
import type { ClientSession, SessionStore, StoredUser, UserSession } from '#protocol/store/store.ts';
import type { Client, Realm } from '../view/realm.ts';

/** The context in which a session is ended; a request's exchange satisfies it. */
export interface SessionEndContext {
  readonly realm: Realm;
  readonly clock: Clock;
  /** The server's base URL, from which participants derive the issuer. */
  readonly baseUrl: string;
  /** All sessions of the realm end: Admin URLs are called once for all of them, and not by participants. */
  readonly endsAll?: true;
}

/** The result of notifying one client of a logout. */
export interface LogoutNotice {
  readonly clientId: string;
  /**
   * `pending`: the client had not answered when the user's request was completed. `skipped`: the client did not
   * ask to be notified of this session.
   */
  readonly outcome: 'accepted' | 'refused' | 'failed' | 'pending' | 'skipped';
  /** For people: "answered 200". */
  readonly detail: string;
  /** Section of the specification that defines the notification. */
  readonly section: string;
}

/** Whether a client that should have been notified did not confirm it. */
export function isUnconfirmed({ outcome }: LogoutNotice): boolean {
  return outcome !== 'accepted' && outcome !== 'skipped';
}

/** A protocol that notifies its clients when a session ends. */
export interface LogoutParticipant {
  /** Notifies the session's clients. Must neither make the user wait for slow ones nor throw. */
  endSession(context: SessionEndContext, session: UserSession): Promise<readonly LogoutNotice[]>;
}

/**
 * Ends a session: removes it first, then lets the participants notify its clients as they are then. Undefined if the
 * session has already ended, for example by a concurrent sign-out; nobody is notified then. `except`: IDs of clients
 * that the caller notifies, or that started the logout.
 */
export type SessionEnder = (
  context: SessionEndContext,
  session: SessionKey,
  except?: readonly string[],
) => Promise<readonly LogoutNotice[] | undefined>;

export interface SessionBeginning {
  readonly user: StoredUser;
  /** Milliseconds on the realm's clock. */
  readonly now: number;
  /** When the user authenticated, if not at `now`. Milliseconds. */
  readonly authenticatedAt?: number;
  readonly levels?: UserSession['levels'];
  readonly rememberMe?: boolean;
  readonly ipAddress: string;
  /** As kept by `keptUserAgent`. */
  readonly userAgent?: string | undefined;
  /** Activity's flow. */
  readonly flow: string;
  readonly notes?: UserSession['notes'] | undefined;
  /** The session of the first client; absent: clients join later. */
  readonly part?: ClientSession;
}

/**
 * A new session, not saved yet. Its identifier is never one that the browser had before
 * (docs/differences-to-keycloak.md, "Session identifiers").
 */
export function createSession(realm: Realm, beginning: SessionBeginning): UserSession {
  const { user, now, authenticatedAt, levels, rememberMe, ipAddress, userAgent, flow, part, notes } =
    beginning;
  return {
    id: createUuid(),
    realmId: realm.id,
    userId: user.id,
    username: user.username,
    offline: false,
    startedAt: now,
    lastAccessAt: now,
    authenticatedAt: authenticatedAt ?? now,
    rememberMe: rememberMe ?? false,
    ipAddress,
    ...(userAgent === undefined ? {} : { userAgent }),
    flow,
    ...(notes === undefined ? {} : { notes }),
    ...(levels === undefined ? {} : { levels }),
    clients: part === undefined ? {} : { [part.clientUuid]: part },
  };
}

/**
 * The only way to end sessions. `participants` is called at each logout, so that the composition root can
 * register them later. OIDC RP-Initiated Logout §2.
 */
export function createSessionEnder(
  sessions: Pick<SessionStore, 'remove'>,
  participants: () => readonly LogoutParticipant[],
): SessionEnder {
  return async (context, { realmId, id }, except = []) => {
    const removed = await sessions.remove(realmId, id);
    if (removed === undefined) return undefined;
    const notified = except.reduce(withoutClientSession, removed);
    const notices = await Promise.all(
      participants().map((participant) => participant.endSession(context, notified)),
    );
    return notices.flat();
  };
}

/** When a session ends if it stays unused, in milliseconds since the epoch. */
export function sessionEndsAt(realm: Realm, session: UserSession): number {
  const { idle } = sessionLifespans(realm, session);
  return Math.min(session.lastAccessAt + idle * 1000, sessionMaxEndsAt(realm, session));
}

/** When a session ends even if used, in milliseconds; infinite for an offline session without a maximum. */
export function sessionMaxEndsAt(realm: Realm, session: UserSession): number {
  return session.startedAt + sessionLifespans(realm, session).max * 1000;
}

/** When the realm's sessions have ended at `now` (milliseconds), by kind. */
export function sessionLimits(realm: Realm, now: number): SessionLimits {
  const limitOf = (kind: SessionKind): SessionLimit => {
    const { idle, max } = sessionLifespans(realm, kind);
    return { usedAt: now - idle * 1000, startedAt: now - max * 1000 };
  };
  return {
    online: limitOf({ offline: false, rememberMe: false }),
    remembered: limitOf({ offline: false, rememberMe: true }),
    offline: limitOf({ offline: true, rememberMe: false }),
  };
}

/** Whether a session has not ended at `now` (milliseconds). */
export function isSessionActive(realm: Realm, session: UserSession, now: number): boolean {
  return now < sessionEndsAt(realm, session);
}

/** Whether the client has a session in this one and it has not ended at `now` (milliseconds). */
export function isClientSessionActive(
  realm: Realm,
  client: Client,
  session: UserSession,
  now: number,
): boolean {
  const part = session.clients[client.id];
  if (part === undefined) return false;
  const { idle, max } = clientLifespans(realm, client, session);
  return now < part.lastRefreshAt + idle * 1000 && now < part.startedAt + max * 1000;
}

/** When the client's session ends at the latest, in milliseconds since the epoch. */
export function clientSessionMaxEndsAt(realm: Realm, client: Client, session: UserSession): number {
  const startedAt = session.clients[client.id]?.startedAt ?? session.startedAt;
  const { max } = clientLifespans(realm, client, session);
  return Math.min(startedAt + max * 1000, sessionMaxEndsAt(realm, session));
}

/** When a refresh token issued at `now` (milliseconds) expires; undefined for an unlimited offline token. */
export function refreshExpiresAt(
  realm: Realm,
  client: Client,
  session: UserSession,
  now: number,
): number | undefined {
  const maxEndsAt = clientSessionMaxEndsAt(realm, client, session);
  // Compat: an offline token has no `exp` unless the realm limits offline sessions. The session can still idle.
  if (session.offline && maxEndsAt === Number.POSITIVE_INFINITY) return undefined;
  const { idle } = clientLifespans(realm, client, session);
  return Math.min(now + idle * 1000, maxEndsAt);
}

/** The session as used at `now` (milliseconds). */
export function touchSession(session: UserSession, now: number): UserSession {
  return { ...session, lastAccessAt: now };
}

export function withClientSession(session: UserSession, part: ClientSession): UserSession {
  return { ...session, clients: { ...session.clients, [part.clientUuid]: part } };
}

/**
 * The session with a client that signs in at `now` (milliseconds). An active client session keeps its start,
 * so that its maximum lifespan still applies, and the members that `part` lacks; an expired one is replaced.
 */
export function joinClient(
  realm: Realm,
  client: Client,
  session: UserSession,
  now: number,
  part: Omit<ClientSession, 'clientUuid' | 'startedAt' | 'lastRefreshAt'>,
): UserSession {
  const known = isClientSessionActive(realm, client, session, now) ? session.clients[client.id] : undefined;
  const startedAt = known?.startedAt ?? now;
  return withClientSession(session, {
    ...known,
    clientUuid: client.id,
    startedAt,
    lastRefreshAt: now,
    ...part,
  });
}

/** The session without a client, whose tokens are revoked with that. The same object if the client is not in it. */
export function withoutClientSession(session: UserSession, clientUuid: string): UserSession {
  const { [clientUuid]: left, ...clients } = session.clients;
  return left === undefined ? session : { ...session, clients };
}

/** As {@link withoutClientSession}, but a session ends with its last client. */
export function leaveSession(session: UserSession, clientUuid: string): UserSession | 'ended' {
  const rest = withoutClientSession(session, clientUuid);
  return rest !== session && Object.keys(rest.clients).length === 0 ? 'ended' : rest;
}

/**
 * Detaches a client, which revokes its tokens. The session ends with its last client. Resolves to the session as it
 * was, and whether it has ended; undefined if there is none.
 */
export function endClientSession(
  sessions: Pick<SessionStore, 'update'>,
  { realmId, id }: SessionKey,
  clientUuid: string,
): Promise<{ readonly session: UserSession; readonly hasEnded: boolean } | undefined> {
  return sessions.update({ realmId, id }, (session) => {
    if (session === undefined) return { result: undefined };
    const rest = leaveSession(session, clientUuid);
    return { session: rest, result: { session, hasEnded: rest === 'ended' } };
  });
}

interface Lifespans {
  /** Seconds. */
  readonly idle: number;
  /** Seconds; may be infinite. */
  readonly max: number;
}

type SessionKind = Pick<UserSession, 'offline' | 'rememberMe'>;

function sessionLifespans({ lifespans, rememberMe }: Realm, session: SessionKind): Lifespans {
  if (session.offline)
    return { idle: lifespans.offlineIdle, max: lifespans.offlineMax ?? Number.POSITIVE_INFINITY };
  // When a realm turns remember-me off, remembered sessions get the normal lifespans.
  if (session.rememberMe && rememberMe)
    return { idle: lifespans.ssoIdleRememberMe, max: lifespans.ssoMaxRememberMe };
  return { idle: lifespans.ssoIdle, max: lifespans.ssoMax };
}

/** The client's attribute or else the realm's client setting, capped by the session; 0 and below: not set. */
function clientLifespans(realm: Realm, client: Client, session: UserSession): Lifespans {
  const whole = sessionLifespans(realm, session);
  const prefix = session.offline ? 'client.offline.session' : 'client.session';
  const realmIdle = session.offline ? realm.lifespans.clientOfflineIdle : realm.lifespans.clientIdle;
  const realmMax = session.offline ? realm.lifespans.clientOfflineMax : realm.lifespans.clientMax;
  const idle = firstPositive(Number(client.attributes[`${prefix}.idle.timeout`]), realmIdle, whole.idle);
  const max = firstPositive(Number(client.attributes[`${prefix}.max.lifespan`]), realmMax, whole.max);
  return { idle: Math.min(idle, whole.idle), max: Math.min(max, whole.max) };
}

function firstPositive(...values: readonly number[]): number {
  return values.find((value) => value > 0) ?? 0;
}
