// Single-use links: a used one is remembered until it expires, across restarts.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { SessionStore } from '#protocol/store/store.ts';
import type { Progress } from '../authentication-session.ts';

/** Whether the link has been used. */
export function isLinkUsed(
  sessions: Pick<SessionStore, 'isTokenRevoked'>,
  { realm }: Pick<RealmExchange, 'realm'>,
  id: string,
): Promise<boolean> {
  return sessions.isTokenRevoked(realm.id, id);
}

/**
 * Uses up the tab's link; without one, does nothing. False if it was used before, in another tab or browser: of
 * concurrent callers, one gets true.
 */
export async function consumeLink(
  sessions: Pick<SessionStore, 'revokeToken'>,
  { realm }: Pick<RealmExchange, 'realm'>,
  { link }: Pick<Progress, 'link'>,
): Promise<boolean> {
  if (link === undefined) return true;
  return sessions.revokeToken(realm.id, link.id, link.expiresAt);
}
