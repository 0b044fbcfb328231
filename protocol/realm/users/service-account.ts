// Service accounts: the users that represent clients acting on their own behalf.
import type { Clock } from '#protocol/clock.ts';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { StoredRealm, UserStore } from '#protocol/store/store.ts';
import { normalizeUser } from '../file/normalize-user.ts';

/** The username of a new service account. An imported one may have another name. */
export function serviceAccountName(clientId: string): string {
  return `service-account-${clientId}`.toLowerCase();
}

/** Creates the service account of a client that has service accounts enabled and none yet. RFC 6749 §4.4. */
export async function ensureServiceAccount(
  users: UserStore,
  realm: StoredRealm,
  client: Pick<ClientRepresentation, 'clientId' | 'serviceAccountsEnabled'>,
  clock: Clock,
): Promise<void> {
  if (client.serviceAccountsEnabled !== true) return;
  if ((await users.findServiceAccount(realm.id, client.clientId)) !== undefined) return;
  const username = serviceAccountName(client.clientId);
  if ((await users.findByUsername(realm.id, username)) !== undefined) return;
  const account = { id: createUuid(), username, enabled: true, serviceAccountClientId: client.clientId };
  await users.create(realm.id, normalizeUser(realm, account, clock, { grantDefaultRole: true }));
}
