// Which sessions a caller looks for, in a form that a database can answer.
import type { UserSession } from './store.ts';

/** A session has ended if it was last used or started at one of these times or before. Milliseconds; `-Infinity`: never. */
export interface SessionLimit {
  readonly usedAt: number;
  readonly startedAt: number;
}

/** When the sessions of a realm have ended at one moment, by kind. It follows from the realm's settings. */
export interface SessionLimits {
  readonly online: SessionLimit;
  /** Of online sessions that are remembered. */
  readonly remembered: SessionLimit;
  readonly offline: SessionLimit;
}

/** Which of a realm's sessions are meant: those that match every member. */
export interface SessionQuery {
  readonly userId?: string;
  /** The `id` of a client that takes part. */
  readonly clientUuid?: string;
  readonly offline?: boolean;
  /** Those that have not ended. */
  readonly active?: SessionLimits;
}

/** How many sessions there are of each kind. */
export interface SessionCounts {
  readonly online: number;
  readonly offline: number;
}

function limitOf(limits: SessionLimits, session: Pick<UserSession, 'offline' | 'rememberMe'>): SessionLimit {
  if (session.offline) return limits.offline;
  return session.rememberMe ? limits.remembered : limits.online;
}

/** Whether a session has ended. */
export function hasEnded(limits: SessionLimits, session: UserSession): boolean {
  const { usedAt, startedAt } = limitOf(limits, session);
  return session.lastAccessAt <= usedAt || session.startedAt <= startedAt;
}
