// Periodically removes expired sessions and revocations from memory and disk.
import type { Clock } from '#protocol/clock.ts';
import type { Store, StoredRealm, UserSession } from '#protocol/store/store.ts';
import { viewRealm } from '../view/view-realm.ts';
import { isSessionActive } from './sessions.ts';

const SWEEP_EVERY_MS = 60_000;

/** Called for each session that has expired. */
type ExpiredSession = (realm: StoredRealm, session: UserSession) => void;

/** Removes sessions and revocations that have expired by their realm's clock; returns how many sessions. */
export function sweepSessions(
  store: Store,
  clocks: (realmName: string) => Clock,
  expired: ExpiredSession,
): number {
  let removed = 0;
  for (const stored of store.realms.list()) {
    const realm = viewRealm(stored);
    const now = clocks(realm.name).now();
    for (const session of [...store.sessions.list(realm.id)]) {
      if (isSessionActive(realm, session, now) || !store.sessions.discard(realm.id, session.id)) continue;
      removed++;
      expired(stored, session);
    }
    store.sessions.forgetExpiredTokens(realm.id, now);
  }
  return removed;
}

/** Sweeps once a minute until the returned function is called. */
export function startSessionSweep(
  store: Store,
  clocks: (realmName: string) => Clock,
  expired: ExpiredSession,
): () => void {
  const timer = setInterval(() => sweepSessions(store, clocks, expired), SWEEP_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
