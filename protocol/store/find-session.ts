// Finds a session with its user in a store that has both at hand.
import type { Store } from './store.ts';

/** `findSession` by single reads. */
export function createFindSession({
  sessions,
  users,
}: Pick<Store, 'sessions' | 'users'>): Store['findSession'] {
  return async (realmId, sessionId, jti) => {
    const session = await sessions.find(realmId, sessionId);
    return {
      session,
      user: session && (await users.find(realmId, session.userId)),
      isRevoked: jti !== undefined && (await sessions.isTokenRevoked(realmId, jti)),
    };
  };
}
