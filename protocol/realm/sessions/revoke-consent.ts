// Revoking what a user has granted a client: the consent, and with it the client's sessions and offline tokens.
import { collect } from '#protocol/store/collect.ts';
import type { SessionStore, StoredUser } from '#protocol/store/store.ts';
import type { Realm } from '../view/realm.ts';
import { endClientSession } from './sessions.ts';

export interface ConsentRevocation {
  readonly realm: Realm;
  readonly user: StoredUser;
  /** The client may have been removed. */
  readonly clientId: string;
  readonly sessions: Pick<SessionStore, 'list' | 'update'>;
  /** Stores the changed user. */
  update(change: (user: StoredUser) => StoredUser): Promise<unknown>;
}

/** False if there is neither a consent nor an offline session; nothing is changed then. */
export async function revokeConsent(revocation: ConsentRevocation): Promise<boolean> {
  const { realm, user, clientId, sessions, update } = revocation;
  const client = realm.clients.get(clientId);
  const joined =
    client === undefined
      ? []
      : await collect(sessions.list(realm.id, { userId: user.id, clientUuid: client.id }));
  const hasConsent = user.clientConsents?.some((consent) => consent.clientId === clientId) === true;
  if (!hasConsent && !joined.some((session) => session.offline)) return false;
  await update((current) => ({
    ...current,
    clientConsents: (current.clientConsents ?? []).filter((consent) => consent.clientId !== clientId),
  }));
  // Tokens granted by the consent are revoked with it.
  for (const session of joined)
    if (client !== undefined) await endClientSession(sessions, session, client.id);
  return true;
}
