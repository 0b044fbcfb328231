// When sessions and what clients have in them end, and ending them.
import type { Clock } from '#protocol/clock.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { ClientSession, SessionStore, StoredUser, UserSession } from '#protocol/store/store.ts';
import type { Client, Realm } from '../view/realm.ts';

/** Where a session is ended: a request's exchange will do. */
export interface SessionEndContext {
  readonly realm: Realm;
  readonly clock: Clock;
  /** The server's base URL, from which participants make the issuer. */
  readonly baseUrl: string;
}

/** What became of telling one client that a session has ended. */
export interface LogoutNotice {
  readonly clientId: string;
  /** `pending`: it had not answered yet when the person was let go. */
  readonly outcome: 'accepted' | 'refused' | 'failed' | 'pending';
  /** In plain words: "answered 200". */
  readonly detail: string;
  /** Section of the specification that tells how the client is told. */
  readonly section: string;
}

/** A protocol whose clients want to know that a session has ended. */
export interface LogoutParticipant {
  /** Tells the session's clients. Must not wait for slow ones longer than a person would, and must not throw for one that fails. */
  endSession(context: SessionEndContext, session: UserSession): Promise<readonly LogoutNotice[]>;
}

/** Ends a session: it is gone first, then the participants tell its clients. */
export type SessionEnder = (
  context: SessionEndContext,
  session: UserSession,
) => Promise<readonly LogoutNotice[]>;

/** How a session begins. */
export interface SessionBeginning {
  readonly user: StoredUser;
  /** Milliseconds on the realm's clock. */
  readonly now: number;
  /** When the person proved who they are, where that was not now. Milliseconds. */
  readonly authenticatedAt?: number;
  readonly levels?: UserSession['levels'];
  readonly rememberMe?: boolean;
  readonly ipAddress: string;
  /** Activity's flow. */
  readonly flow: string;
  /** The part of the client that begins it; absent: clients join later. */
  readonly part?: ClientSession;
}

/**
 * A new session, not saved yet. Its identifier is never one that the browser had before (docs/differences-to-keycloak.md,
 * "Session identifiers").
 */
export function createSession(realm: Realm, beginning: SessionBeginning): UserSession {
  const { user, now, authenticatedAt, levels, rememberMe, ipAddress, flow, part } = beginning;
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
    flow,
    ...(levels === undefined ? {} : { levels }),
    clients: part === undefined ? {} : { [part.clientUuid]: part },
  };
}

/** Makes the one way to end sessions. `participants` is asked at each end, so that the composition root can fill the table later. OIDC RP-Initiated Logout §2. */
export function createSessionEnder(
  sessions: SessionStore,
  participants: () => readonly LogoutParticipant[],
): SessionEnder {
  return async (context, session) => {
    sessions.remove(session.realmId, session.id);
    const notices = await Promise.all(
      participants().map((participant) => participant.endSession(context, session)),
    );
    return notices.flat();
  };
}

/** When a session ends if nothing more happens, in milliseconds since the epoch. */
export function sessionEndsAt(realm: Realm, session: UserSession): number {
  const { idle } = sessionLifespans(realm, session);
  return Math.min(session.lastAccessAt + idle * 1000, sessionMaxEndsAt(realm, session));
}

/** When a session ends however busy it is, in milliseconds since the epoch; infinite for an offline session without such an end. */
export function sessionMaxEndsAt(realm: Realm, session: UserSession): number {
  return session.startedAt + sessionLifespans(realm, session).max * 1000;
}

/** Whether a session is still good at `now` (milliseconds). */
export function isSessionActive(realm: Realm, session: UserSession, now: number): boolean {
  return now < sessionEndsAt(realm, session);
}

/** Whether the client is part of the session and its own part has not ended, at `now` (milliseconds). */
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

/** When the client's part of the session ends at the latest, in milliseconds since the epoch. */
export function clientSessionMaxEndsAt(realm: Realm, client: Client, session: UserSession): number {
  const startedAt = session.clients[client.id]?.startedAt ?? session.startedAt;
  const { max } = clientLifespans(realm, client, session);
  return Math.min(startedAt + max * 1000, sessionMaxEndsAt(realm, session));
}

/** When a refresh token issued at `now` (milliseconds) expires; undefined for an offline token without end. */
export function refreshExpiresAt(
  realm: Realm,
  client: Client,
  session: UserSession,
  now: number,
): number | undefined {
  const maxEndsAt = clientSessionMaxEndsAt(realm, client, session);
  // Compat: an offline token carries no end unless the realm gives offline sessions one, though an unused one goes idle.
  if (session.offline && maxEndsAt === Number.POSITIVE_INFINITY) return undefined;
  const { idle } = clientLifespans(realm, client, session);
  return Math.min(now + idle * 1000, maxEndsAt);
}

/** The session used at `now` (milliseconds). */
export function touchSession(session: UserSession, now: number): UserSession {
  return { ...session, lastAccessAt: now };
}

/** The session with what a client has in it. */
export function withClientSession(session: UserSession, part: ClientSession): UserSession {
  return { ...session, clients: { ...session.clients, [part.clientUuid]: part } };
}

/**
 * The session with a client that signs in at `now` (milliseconds). One that is in it keeps its beginning, so that its maximum lifespan holds,
 * and what `part` does not name; one whose part has ended begins anew.
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

/** Detaches a client: its tokens of this session stop working. The session itself ends with its last client. Returns what is left. */
export function endClientSession(
  sessions: SessionStore,
  session: UserSession,
  clientUuid: string,
): UserSession | undefined {
  const { [clientUuid]: ended, ...clients } = session.clients;
  if (ended === undefined) return session;
  if (Object.keys(clients).length === 0) {
    sessions.remove(session.realmId, session.id);
    return undefined;
  }
  const left = { ...session, clients };
  sessions.save(left);
  return left;
}

interface Lifespans {
  /** Seconds. */
  readonly idle: number;
  /** Seconds; may be infinite. */
  readonly max: number;
}

function sessionLifespans({ lifespans, rememberMe }: Realm, session: UserSession): Lifespans {
  if (session.offline)
    return { idle: lifespans.offlineIdle, max: lifespans.offlineMax ?? Number.POSITIVE_INFINITY };
  // A realm that stops remembering shortens the sessions that it remembered.
  if (session.rememberMe && rememberMe)
    return { idle: lifespans.ssoIdleRememberMe, max: lifespans.ssoMaxRememberMe };
  return { idle: lifespans.ssoIdle, max: lifespans.ssoMax };
}

/** Shortest of session, realm's client setting and client's own attribute; zero and less mean "not set". */
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
