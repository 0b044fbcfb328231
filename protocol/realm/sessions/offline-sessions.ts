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
 * it is already active.
 */
export function joinOfflineSession(
  sessions: Pick<SessionStore, 'update'>,
  realm: Realm,
  client: Client,
  session: UserSession,
  joining: { readonly scope: string; readonly now: number },
): Promise<UserSession> {
  const id = offlineSessionId(session.id);
  return sessions.update({ realmId: realm.id, id }, (stored) => {
    const joined = joinOffline(realm, client, session, stored, joining);
    return { session: joined, result: joined };
  });
}

/** `stored`: the offline session, if there is one. */
function joinOffline(
  realm: Realm,
  client: Client,
  session: UserSession,
  stored: UserSession | undefined,
  { scope, now }: { readonly scope: string; readonly now: number },
): UserSession {
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
  return {
    ...session,
    id: offlineSessionId(session.id),
    offline: true,
    startedAt: known?.startedAt ?? now,
    lastAccessAt: now,
    clients: { ...known?.clients, [client.id]: part },
  };
}
