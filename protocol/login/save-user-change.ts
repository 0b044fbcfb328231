// Saves what users change about themselves.
import { followUser } from '#protocol/realm/references/follow-references.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { Store, StoredUser } from '#protocol/store/store.ts';

/** Changes the user; the realm's references follow a new user name. @throws {DuplicateError} */
export async function followUserChange(
  { users, realms }: Pick<Store, 'users' | 'realms'>,
  realm: Realm,
  user: StoredUser,
  change: (user: StoredUser) => StoredUser,
): Promise<void> {
  const saved = await users.update(realm.id, user.id, change);
  if (saved !== undefined) await followUser(realms, realm.name, user.username, saved.username);
}
