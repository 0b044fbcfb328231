// Receives back-channel logout from an upstream identity provider.

import type { ClientKeys } from '#protocol/client-authentication/client-keys.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { checkRealm } from '#protocol/http/check-realm.ts';
import { oauthErrorReply } from '#protocol/http/errors.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { NO_STORE } from '#protocol/http/replies.ts';
import { noteNotices } from '#protocol/login/note-notices.ts';
import { isUnconfirmed, type LogoutNotice, type SessionEnder } from '#protocol/realm/sessions/sessions.ts';
import { collect } from '#protocol/store/collect.ts';
import type { Store, StoredUser, UserSession } from '#protocol/store/store.ts';
import { checkNoDuplicates } from './check-form.ts';
import { readUpstreamLogout, type UpstreamLogout } from './logout/upstream-logout-token.ts';

export interface UpstreamLogoutDeps {
  readonly store: Store;
  readonly clientKeys: ClientKeys;
  readonly endSession: SessionEnder;
}

const SECTION = 'OIDC Back-Channel Logout §2.7';

/** `POST …/logout/backchannel-logout` (OIDC Back-Channel Logout §2.5 to §2.8, as the relying party). */
export async function handleUpstreamLogout(
  exchange: RealmExchange,
  deps: UpstreamLogoutDeps,
): Promise<Reply> {
  exchange.activity.parties('application', 'understudy');
  try {
    checkRealm(exchange);
    checkNoDuplicates(exchange.form, SECTION);
    const logout = await readUpstreamLogout(exchange, deps.clientKeys);
    const notices = await endSessions(exchange, logout, deps);
    // Compat: the response says if a downstream client could not be notified.
    const status = notices.some(isUnconfirmed) ? 504 : 200;
    return { status, headers: { ...NO_STORE, 'content-type': 'application/json' } };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return oauthErrorReply(exchange, error);
  }
}

/** The user linked with the provider's subject. */
async function findLinked(
  { realm }: RealmExchange,
  { provider, subject }: UpstreamLogout,
  { store }: UpstreamLogoutDeps,
): Promise<StoredUser | undefined> {
  if (subject === undefined) return undefined;
  const query = { linked: { provider, userId: subject } };
  const [user] = await store.users.search(realm.id, query, { first: 0, max: 1 });
  return user;
}

/** With `sid`, the sessions that began in that one; otherwise all of the linked user. OIDC Back-Channel Logout §2.7. */
async function findSessions(
  exchange: RealmExchange,
  logout: UpstreamLogout,
  deps: UpstreamLogoutDeps,
): Promise<readonly UserSession[]> {
  const { provider, subject, sid } = logout;
  const user = await findLinked(exchange, logout, deps);
  if (subject !== undefined && user === undefined) return [];
  const query = user === undefined ? {} : { userId: user.id };
  const sessions = await collect(deps.store.sessions.list(exchange.realm.id, query));
  return sid === undefined
    ? sessions
    : sessions.filter(
        ({ notes }) => notes?.['identity_provider'] === provider && notes['FEDERATED_SID'] === sid,
      );
}

async function endSessions(
  exchange: RealmExchange,
  logout: UpstreamLogout,
  deps: UpstreamLogoutDeps,
): Promise<readonly LogoutNotice[]> {
  const { realm, clock, baseUrl, activity } = exchange;
  const sessions = await findSessions(exchange, logout, deps);
  const ended = sessions.filter((session) => !session.offline || logout.revokesOffline);
  const [first] = ended;
  if (first === undefined) {
    activity.recordNote(
      'end-session',
      `No user linked with ${logout.provider} has a matching session.`,
      SECTION,
    );
    return [];
  }
  activity.joinFlow(first.flow);
  activity.user(first.username);
  activity.session(first.id);
  const notices = await Promise.all(
    ended.map((session: UserSession) => deps.endSession({ realm, clock, baseUrl }, session)),
  );
  const sent = notices.flatMap((each) => each ?? []);
  activity.recordPass('end-session', `${ended.length} sessions of ${first.username} ended.`, SECTION);
  noteNotices(activity, sent);
  return sent;
}
