// Sessions for tests.
import type { SessionStore, UserSession } from '../store.ts';
import { alice, demo } from './sample-realm.ts';

/** A session with defaults for members that a test does not set. */
export function createSession(id: string, changes: Partial<UserSession> = {}): UserSession {
  return {
    id,
    realmId: demo.id,
    userId: alice.id,
    username: 'alice',
    offline: false,
    startedAt: 1,
    lastAccessAt: 2,
    authenticatedAt: 3,
    rememberMe: false,
    ipAddress: '127.0.0.1',
    flow: 'f',
    clients: {},
    ...changes,
  };
}

/** Creates a session or replaces the one with its id. */
export function putSession(sessions: Pick<SessionStore, 'update'>, session: UserSession): Promise<void> {
  const { realmId, id } = session;
  return sessions.update({ realmId, id }, () => ({ session, result: undefined }));
}
