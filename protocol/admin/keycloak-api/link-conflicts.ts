// Accounts at identity providers that users of an import have, and other users, too.
import type { StoredUser, UserStore } from '#protocol/store/store.ts';
import { linkKey, linksOf } from '#protocol/store/user-links.ts';
import { conflict } from '../admin-error.ts';

/** Keycloak would store the link, and neither of the two users could sign in with it. */
export const LINK_TAKEN = 'Federated identity is already linked to another user';

/** Nothing is imported if users would share an account. @throws {AdminError} 409. */
export async function checkLinks(
  users: Pick<UserStore, 'findByLink'>,
  realmId: string,
  imported: readonly StoredUser[],
): Promise<void> {
  const owners = new Map<string, string>();
  for (const user of imported)
    for (const link of linksOf(user)) {
      const key = linkKey(link);
      const owner = owners.get(key) ?? (await users.findByLink(realmId, link.provider, link.userId))?.id;
      if (owner !== undefined && owner !== user.id) throw conflict(LINK_TAKEN);
      owners.set(key, user.id);
    }
}
