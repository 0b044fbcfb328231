// Ends sessions for administrators, and shows sessions.
import type { UserSessionRepresentation } from '#protocol/contract/admin-api.ts';
import { sidOf } from '#protocol/realm/sessions/offline-sessions.ts';
import type { SessionEndContext, SessionEnder } from '#protocol/realm/sessions/sessions.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { UserSession } from '#protocol/store/store.ts';
import type { RealmRequest } from '../admin-route.ts';

/**
 * Ends sessions, each with its applications; one that does not answer does not delay the others. Resolves to the
 * number of sessions that had not ended before.
 */
export async function endSessions(
  { realm, clocks, exchange }: Pick<RealmRequest, 'realm' | 'clocks' | 'exchange'>,
  endSession: SessionEnder,
  sessions: readonly UserSession[],
  scope: Pick<SessionEndContext, 'endsAll'> = {},
): Promise<number> {
  const context = { realm, clock: clocks(realm.name), baseUrl: exchange.baseUrl, ...scope };
  const ended = await Promise.all(sessions.map((session) => endSession(context, session)));
  return ended.filter((notices) => notices !== undefined).length;
}

/** A session as the admin API shows it. */
export function sessionRepresentation(realm: Realm, session: UserSession): UserSessionRepresentation {
  const clients = Object.keys(session.clients).flatMap((id) => {
    const client = realm.clientsById.get(id);
    return client === undefined ? [] : [[id, client.clientId] as const];
  });
  return {
    id: sidOf(session),
    username: session.username,
    userId: session.userId,
    ipAddress: session.ipAddress,
    start: session.startedAt,
    lastAccess: session.lastAccessAt,
    rememberMe: session.rememberMe,
    clients: Object.fromEntries(clients),
  };
}
