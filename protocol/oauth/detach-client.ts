// Removes a client from a session: its tokens stop working, and the browser stays signed in.
import { leaveSession, withoutClientSession } from '#protocol/realm/sessions/sessions.ts';
import type { SessionKey } from '#protocol/store/session-change.ts';
import type { SessionStore, UserSession } from '#protocol/store/store.ts';

/**
 * Compat: Keycloak's reaction to a reused code or refresh token. Other clients and the browser session
 * remain; an offline session ends with its last client.
 */
export function withoutDetachedClient(session: UserSession, clientUuid: string): UserSession | 'ended' {
  return session.offline ? leaveSession(session, clientUuid) : withoutClientSession(session, clientUuid);
}

/** Stores the session as {@link withoutDetachedClient} gives it. Does nothing if it has ended. */
export function detachClient(
  sessions: Pick<SessionStore, 'update'>,
  { realmId, id }: SessionKey,
  clientUuid: string,
): Promise<void> {
  return sessions.update({ realmId, id }, (session) =>
    session === undefined
      ? { result: undefined }
      : { session: withoutDetachedClient(session, clientUuid), result: undefined },
  );
}
