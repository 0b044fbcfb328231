// The browser's session: found by its cookie, started or renewed by a sign-in.
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { CookieAttributes } from '#protocol/http/cookies.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import {
  createSession,
  isSessionActive,
  type SessionEnder,
  sessionMaxEndsAt,
} from '#protocol/realm/sessions/sessions.ts';
import { keptUserAgent } from '#protocol/realm/sessions/user-agent.ts';
import { isUserEnabled } from '#protocol/realm/users/users.ts';
import type { Store, StoredUser, UserSession } from '#protocol/store/store.ts';
import {
  type CookiePlace,
  describeSessionCookies,
  readIdentityCookie,
  sessionCookies,
} from './browser-cookies.ts';
import { signIdentity, verifyIdentity } from './identity-cookie.ts';
import { type Levels, sessionLevels } from './levels.ts';
import type { BrowserSession } from './sign-in.ts';

export interface BrowserSessionDependencies {
  readonly store: Store;
  readonly keys: RealmKeys;
  readonly endSession: SessionEnder;
}

/** A user who has just authenticated. */
export interface CompletedAuthentication {
  readonly user: StoredUser;
  readonly rememberMe: boolean;
  /** When each level was reached. */
  readonly levels: Levels;
  readonly flow: string;
  /** As {@link UserSession.notes}. */
  readonly notes?: UserSession['notes'] | undefined;
}

/**
 * The browser's session, if valid. The session of a removed or disabled user is ended. Reading a session does
 * not reset its idle time.
 */
export async function findBrowserSession(
  deps: BrowserSessionDependencies,
  exchange: RealmExchange,
): Promise<BrowserSession | undefined> {
  const cookie = readIdentityCookie(exchange);
  const identity = cookie === undefined ? undefined : await verifyIdentity(exchange, deps.keys, cookie);
  if (identity === undefined) return undefined;
  const { realm } = exchange;
  const { session, user } = await deps.store.findSession(realm.id, identity.sessionId);
  if (session === undefined || session.offline || session.userId !== identity.userId) return undefined;
  if (!isSessionActive(realm, session, exchange.clock.now())) return undefined;
  if (user !== undefined && isUserEnabled(user)) {
    // Compat: a cookie issued before the not-before time of realm or user is stale; the session stays active.
    const notBefore = Math.max(realm.notBefore, user.notBefore ?? 0);
    return identity.issuedAt >= notBefore ? { session, user } : undefined;
  }
  await deps.endSession(exchange, session);
  return undefined;
}

/** The session of a sign-in, with its cookies. */
export interface StartedSession {
  readonly session: UserSession;
  readonly cookies: string[];
  /** Whether the caller must store it. */
  readonly isNew: boolean;
}

/**
 * Starts a session after a sign-in, or renews and saves one, and returns its cookies. The same user keeps the session (same
 * `sid`, new `auth_time`); another user's session in this browser is ended first.
 */
export async function startOrRenewSession(
  deps: BrowserSessionDependencies,
  exchange: RealmExchange,
  completed: CompletedAuthentication,
): Promise<StartedSession> {
  const current = await findBrowserSession(deps, exchange);
  const isSameUser = current?.session.userId === completed.user.id;
  if (current !== undefined && !isSameUser) await deps.endSession(exchange, current.session);
  const renewed = isSameUser ? await renewSession(deps, exchange, current.session, completed) : undefined;
  const session = renewed ?? newSession(exchange, completed);
  const { identity, lifespanSeconds } = await signSession(deps.keys, exchange, session);
  const cookies = sessionCookies(exchange, session, identity, lifespanSeconds);
  return { session, cookies, isNew: renewed === undefined };
}

function newSession(
  { realm, clock, remoteAddress, headers }: RealmExchange,
  completed: CompletedAuthentication,
): UserSession {
  return createSession(realm, {
    ...completed,
    now: clock.now(),
    ipAddress: remoteAddress,
    userAgent: keptUserAgent(headers['user-agent']),
  });
}

/** Undefined if the session has ended. */
function renewSession(
  { store }: BrowserSessionDependencies,
  { clock }: RealmExchange,
  known: UserSession,
  { rememberMe, levels, notes }: CompletedAuthentication,
): Promise<UserSession | undefined> {
  const { realmId, id } = known;
  return store.sessions.update({ realmId, id, known }, (kept) => {
    if (kept === undefined) return { result: undefined };
    const now = clock.now();
    const renewed = {
      ...kept,
      authenticatedAt: now,
      lastAccessAt: now,
      rememberMe: kept.rememberMe || rememberMe,
      levels: { ...sessionLevels(kept), ...levels },
      ...(notes === undefined ? {} : { notes: { ...kept.notes, ...notes } }),
    };
    return { session: renewed, result: renewed };
  });
}

/** The signed value of the identity cookie, and the session's maximum lifespan. */
async function signSession(
  keys: RealmKeys,
  exchange: Pick<RealmExchange, 'realm' | 'clock' | 'baseUrl'>,
  session: UserSession,
): Promise<{ identity: string; lifespanSeconds: number }> {
  const endsAt = sessionMaxEndsAt(exchange.realm, session);
  const identity = await signIdentity(exchange, keys, session, endsAt);
  return { identity, lifespanSeconds: Math.max(1, Math.floor((endsAt - exchange.clock.now()) / 1000)) };
}

/** The cookies of a session for a browser that has not made a request. */
export async function createSessionCookies(
  keys: RealmKeys,
  place: Pick<RealmExchange, 'realm' | 'clock' | 'baseUrl' | 'basePath'> & CookiePlace,
  session: UserSession,
): Promise<readonly CookieAttributes[]> {
  const { identity, lifespanSeconds } = await signSession(keys, place, session);
  return describeSessionCookies(place, session, identity, lifespanSeconds);
}
