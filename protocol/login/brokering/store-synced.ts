// Stores what a provider says of a user, as far as names and addresses are free.
import { followUser } from '#protocol/realm/references/follow-references.ts';
import type { BrokeredIdentity } from '#protocol/realm/users/brokered-identity.ts';
import { syncBrokeredUser } from '#protocol/realm/users/brokered-user.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import { DuplicateError, type Store, type StoredUser } from '#protocol/store/store.ts';
import { isLinkTaken } from './already-linked.ts';

/**
 * The user as stored, with the link; undefined if it has been removed. The name and address stay as they were if another
 * user has what the provider says; the realm's references follow a new name. `sync`: what becomes of the user.
 * @throws {DuplicateError} `federatedIdentities` if another user is linked with the account.
 */
export async function storeSynced(
  { users, realms }: Pick<Store, 'users' | 'realms'>,
  realm: Realm,
  user: StoredUser,
  identity: BrokeredIdentity,
  sync: typeof syncBrokeredUser = syncBrokeredUser,
): Promise<StoredUser | undefined> {
  const stored = await update(users, realm, user, identity, sync);
  if (stored !== undefined) await followUser(realms, realm.name, user.username, stored.username);
  return stored;
}

async function update(
  users: Pick<Store['users'], 'update'>,
  realm: Realm,
  user: StoredUser,
  identity: BrokeredIdentity,
  sync: typeof syncBrokeredUser,
): Promise<StoredUser | undefined> {
  try {
    return await users.update(realm.id, user.id, (current) => sync(realm, current, identity));
  } catch (error) {
    if (!(error instanceof DuplicateError) || isLinkTaken(error)) throw error;
    return users.update(realm.id, user.id, (current) => {
      const { email: _email, emailVerified: _verified, ...synced } = sync(realm, current, identity);
      const { email, emailVerified, username } = current;
      return {
        ...synced,
        username,
        ...(email === undefined ? {} : { email }),
        ...(emailVerified === undefined ? {} : { emailVerified }),
      };
    });
  }
}
