// Understudy's own export of a realm: everything that it stores.
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import type { StoredRealm, StoredUser } from '#protocol/store/store.ts';
import { withoutTokens } from '../users/federated-identities.ts';

/** The complete realm as a realm file: every member ever set, hashed credentials, keys; but no tokens of identity providers. */
export function exportRealm(realm: StoredRealm, users: readonly StoredUser[]): RealmRepresentation {
  return { ...realm, users: users.map(withoutTokens) };
}
