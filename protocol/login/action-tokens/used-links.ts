// Single-use links: a used one is remembered until it expires, across restarts.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { SessionStore } from '#protocol/store/store.ts';
import type { Progress } from '../authentication-session.ts';

type Sessions = Pick<SessionStore, 'isTokenRevoked' | 'revokeToken'>;

/** Whether the link has been used. */
export function isLinkUsed(sessions: Sessions, { realm }: Pick<RealmExchange, 'realm'>, id: string): boolean {
  return sessions.isTokenRevoked(realm.id, id);
}

/**
 * Uses up the tab's link; without one, does nothing. False if it was used before, in another tab or browser: of
 * concurrent callers, one gets true.
 */
export function consumeLink(
  sessions: Sessions,
  { realm }: Pick<RealmExchange, 'realm'>,
  { link }: Pick<Progress, 'link'>,
): boolean {
  if (link === undefined) return true;
  if (sessions.isTokenRevoked(realm.id, link.id)) return false;
  sessions.revokeToken(realm.id, link.id, link.expiresAt);
  return true;
}
