// The user that stands for a client which acts on its own.
import type { Clock } from '#protocol/clock.ts';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { StoredRealm, StoredUser, UserStore } from '#protocol/store/store.ts';
import { normalizeUser } from '../file/normalize-user.ts';

/** The user name of a client's service account. */
export function serviceAccountName(clientId: string): string {
  return `service-account-${clientId}`.toLowerCase();
}

/** The service account of a client; a user of the same name that is not one has nothing to do with the client. */
export async function findServiceAccount(
  users: Pick<UserStore, 'findByUsername'>,
  realmId: string,
  clientId: string,
): Promise<StoredUser | undefined> {
  const user = await users.findByUsername(realmId, serviceAccountName(clientId));
  return user?.serviceAccountClientId === clientId ? user : undefined;
}

/** Makes the service account of a client that is allowed one and has none yet. RFC 6749 §4.4. */
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
