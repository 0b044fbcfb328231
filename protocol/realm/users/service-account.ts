// Service accounts: the users that represent clients acting on their own behalf.
import type { Clock } from '#protocol/clock.ts';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { StoredRealm, StoredUser, UserStore } from '#protocol/store/store.ts';
import { normalizeUser } from '../file/normalize-user.ts';

/** The username of a client's service account. */
export function serviceAccountName(clientId: string): string {
  return `service-account-${clientId}`.toLowerCase();
}

/** The client's service account. An ordinary user with the same name is not one. */
export async function findServiceAccount(
  users: Pick<UserStore, 'findByUsername'>,
  realmId: string,
  clientId: string,
): Promise<StoredUser | undefined> {
  const user = await users.findByUsername(realmId, serviceAccountName(clientId));
  return user?.serviceAccountClientId === clientId ? user : undefined;
}

/** Creates the service account of a client that has service accounts enabled and none yet. RFC 6749 §4.4. */
export async function ensureServiceAccount(
  users: UserStore,
  realm: StoredRealm,
  client: Pick<ClientRepresentation, 'clientId' | 'serviceAccountsEnabled'>,
  clock: Clock,
): Promise<void> {
  if (client.serviceAccountsEnabled !== true) return;
  const username = serviceAccountName(client.clientId);
  if ((await users.findByUsername(realm.id, username)) !== undefined) return;
  const account = { id: createUuid(), username, enabled: true, serviceAccountClientId: client.clientId };
  await users.create(realm.id, normalizeUser(realm, account, clock, { grantDefaultRole: true }));
}
