// Periodically removes expired sessions and revocations from the store.
import type { Clock } from '#protocol/clock.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { SessionLimits } from '#protocol/store/session-query.ts';
import type { Store, StoredRealm, UserSession } from '#protocol/store/store.ts';
import { viewRealm } from '../view/view-realm.ts';
import { sessionLimits } from './sessions.ts';

const SWEEP_EVERY_MS = 60_000;

/** What a sweep reads and removes. */
export interface SweptStore {
  readonly realms: Pick<Store['realms'], 'list'>;
  readonly sessions: Pick<Store['sessions'], 'sweep' | 'forgetExpiredTokens'>;
}

/** Called for each session that has expired. */
type ExpiredSession = (realm: StoredRealm, session: UserSession) => void;

/**
 * Removes sessions and revocations that have expired by their realm's clock; returns how many sessions. Each session is
 * reported by one of the servers that sweep.
 */
export async function sweepSessions(
  store: SweptStore,
  clocks: (realmName: string) => Clock,
  expired: ExpiredSession,
): Promise<number> {
  const realms = new Map(store.realms.list().map((stored) => [stored.id, stored]));
  const ended = new Map<string, SessionLimits>();
  const times = new Map<string, number>();
  for (const [id, stored] of realms) {
    const now = clocks(stored.realm).now();
    ended.set(id, sessionLimits(viewRealm(stored), now));
    times.set(id, now);
  }
  let removed = 0;
  for await (const session of store.sessions.sweep(ended)) {
    removed++;
    const stored = realms.get(session.realmId);
    if (stored !== undefined) expired(stored, session);
  }
  await store.sessions.forgetExpiredTokens(times);
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
