// Offline sessions, which outlive the browser's session.
import type { ClientSession, SessionStore, UserSession } from '#protocol/store/store.ts';
import type { Client, ClientScope, Realm } from '../view/realm.ts';
import { isClientSessionActive, isSessionActive } from './sessions.ts';

/** The scope that requests an offline session (OIDC Core §11), and the realm role that allows one. */
export const OFFLINE_ACCESS = 'offline_access';

const PREFIX = 'offline:';

/** The id under which an offline session is stored; its tokens carry the `sid` of the browser's session. */
export function offlineSessionId(sid: string): string {
  return `${PREFIX}${sid}`;
}

/** The `sid` of a session's tokens: the id of the browser's session, also for an offline session. */
export function sidOf({ id, offline }: Pick<UserSession, 'id' | 'offline'>): string {
  return offline && id.startsWith(PREFIX) ? id.slice(PREFIX.length) : id;
}

/** Whether the scopes request an offline session. */
export function requestsOfflineAccess(scopes: readonly ClientScope[]): boolean {
  return scopes.some((scope) => scope.name === OFFLINE_ACCESS);
}

/**
 * Copies a client's session to the corresponding offline session, which begins at `now` (milliseconds) unless
 * it is already active. Reads and saves without awaiting in between.
 */
export function joinOfflineSession(
  sessions: Pick<SessionStore, 'find' | 'save'>,
  realm: Realm,
  client: Client,
  session: UserSession,
  joining: { readonly scope: string; readonly now: number },
): UserSession {
  const { scope, now } = joining;
  const id = offlineSessionId(session.id);
  const stored = sessions.find(realm.id, id);
  const known = stored !== undefined && isSessionActive(realm, stored, now) ? stored : undefined;
  const before =
    known !== undefined && isClientSessionActive(realm, client, known, now)
      ? known.clients[client.id]
      : undefined;
  const online: Partial<ClientSession> = session.clients[client.id] ?? {};
  const part: ClientSession = {
    ...online,
    clientUuid: client.id,
    startedAt: before?.startedAt ?? now,
    lastRefreshAt: now,
    scope,
  };
  const joined: UserSession = {
    ...session,
    id,
    offline: true,
    startedAt: known?.startedAt ?? now,
    lastAccessAt: now,
    clients: { ...known?.clients, [client.id]: part },
  };
  sessions.save(joined);
  return joined;
}
