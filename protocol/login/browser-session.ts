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
  const session = await deps.store.sessions.find(realm.id, identity.sessionId);
  if (session === undefined || session.offline || session.userId !== identity.userId) return undefined;
  if (!isSessionActive(realm, session, exchange.clock.now())) return undefined;
  const user = await deps.store.users.find(realm.id, session.userId);
  if (user !== undefined && isUserEnabled(user)) {
    // Compat: a cookie issued before the not-before time of realm or user is stale; the session stays active.
    const notBefore = Math.max(realm.notBefore, user.notBefore ?? 0);
    return identity.issuedAt >= notBefore ? { session, user } : undefined;
  }
  await deps.endSession(exchange, session);
  return undefined;
}

/**
 * Starts and saves a session after a sign-in and returns its cookies. The same user keeps the session (same
 * `sid`, new `auth_time`); another user's session in this browser is ended first.
 */
export async function startOrRenewSession(
  deps: BrowserSessionDependencies,
  exchange: RealmExchange,
  completed: CompletedAuthentication,
): Promise<{ session: UserSession; cookies: string[] }> {
  const current = await findBrowserSession(deps, exchange);
  const isSameUser = current?.session.userId === completed.user.id;
  if (current !== undefined && !isSameUser) await deps.endSession(exchange, current.session);
  const renewed = isSameUser ? await renewSession(deps, exchange, current.session, completed) : undefined;
  const session = renewed ?? (await startSession(deps, exchange, completed));
  const { identity, lifespanSeconds } = await signSession(deps.keys, exchange, session);
  return { session, cookies: sessionCookies(exchange, session, identity, lifespanSeconds) };
}

async function startSession(
  { store }: BrowserSessionDependencies,
  { realm, clock, remoteAddress, headers }: RealmExchange,
  completed: CompletedAuthentication,
): Promise<UserSession> {
  const session = createSession(realm, {
    ...completed,
    now: clock.now(),
    ipAddress: remoteAddress,
    userAgent: keptUserAgent(headers['user-agent']),
  });
  await store.sessions.create(session);
  return session;
}

/** Undefined if the session has ended. */
function renewSession(
  { store }: BrowserSessionDependencies,
  { clock }: RealmExchange,
  { realmId, id }: UserSession,
  { rememberMe, levels }: CompletedAuthentication,
): Promise<UserSession | undefined> {
  return store.sessions.update({ realmId, id }, (kept) => {
    if (kept === undefined) return { result: undefined };
    const now = clock.now();
    const renewed = {
      ...kept,
      authenticatedAt: now,
      lastAccessAt: now,
      rememberMe: kept.rememberMe || rememberMe,
      levels: { ...sessionLevels(kept), ...levels },
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
