// Periodically removes expired sessions and revocations from memory and disk.
import type { Clock } from '#protocol/clock.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { Store, StoredRealm, UserSession } from '#protocol/store/store.ts';
import { viewRealm } from '../view/view-realm.ts';
import { isSessionActive } from './sessions.ts';

const SWEEP_EVERY_MS = 60_000;

/** What a sweep reads and removes. */
export interface SweptStore {
  readonly realms: Pick<Store['realms'], 'list'>;
  readonly sessions: Pick<Store['sessions'], 'list' | 'discard' | 'forgetExpiredTokens'>;
}

/** Called for each session that has expired. */
type ExpiredSession = (realm: StoredRealm, session: UserSession) => void;

/** Removes sessions and revocations that have expired by their realm's clock; returns how many sessions. */
export async function sweepSessions(
  store: SweptStore,
  clocks: (realmName: string) => Clock,
  expired: ExpiredSession,
): Promise<number> {
  let removed = 0;
  for (const stored of store.realms.list()) {
    const realm = viewRealm(stored);
    const now = clocks(realm.name).now();
    for await (const session of store.sessions.list(realm.id)) {
      // A session that has been used since it was read is kept.
      if (isSessionActive(realm, session, now) || !(await store.sessions.discard(session))) continue;
      removed++;
      expired(stored, session);
    }
    await store.sessions.forgetExpiredTokens(realm.id, now);
  }
  return removed;
}

/** Sweeps once a minute until the returned function is called, which resolves when no sweep is running. */
export function startSessionSweep(
  store: SweptStore,
  clocks: (realmName: string) => Clock,
  expired: ExpiredSession,
  log: Logger,
): () => Promise<void> {
  let sweeping: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    // A sweep may take longer than a minute.
    sweeping ??= sweepSessions(store, clocks, expired)
      .catch((error: unknown) => log.error('Expired sessions cannot be removed', {}, error))
      .finally(() => {
        sweeping = undefined;
      });
  }, SWEEP_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await sweeping;
  };
}
