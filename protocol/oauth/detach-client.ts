// Takes a client out of a session: its tokens of that session stop working, the browser stays signed in.
import { endClientSession } from '#protocol/realm/sessions/sessions.ts';
import type { SessionStore, UserSession } from '#protocol/store/store.ts';

/** Detaches. Compat: as Keycloak after a code's reuse or a rotation violation; other clients and the browser's session stay; an offline session ends with its last client. */
export function detachClient(sessions: SessionStore, session: UserSession, clientUuid: string): void {
  if (session.offline) {
    endClientSession(sessions, session, clientUuid);
    return;
  }
  const { [clientUuid]: detached, ...clients } = session.clients;
  if (detached !== undefined) sessions.save({ ...session, clients });
}
