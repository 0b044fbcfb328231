// Removes a client from a session: its tokens stop working, and the browser stays signed in.
import { endClientSession } from '#protocol/realm/sessions/sessions.ts';
import type { SessionStore, UserSession } from '#protocol/store/store.ts';

/**
 * Compat: Keycloak's reaction to a reused code or refresh token. Other clients and the browser session
 * remain; an offline session ends with its last client.
 */
export function detachClient(sessions: SessionStore, session: UserSession, clientUuid: string): void {
  if (session.offline) {
    endClientSession(sessions, session, clientUuid);
    return;
  }
  const { [clientUuid]: detached, ...clients } = session.clients;
  if (detached !== undefined) sessions.save({ ...session, clients });
}
