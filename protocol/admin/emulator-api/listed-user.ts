// A user as the lists of members and holders show it.
import type { ListedUserWire } from '#protocol/contract/listed-user.ts';
import { isUserEnabled } from '#protocol/realm/users/users.ts';
import type { StoredUser } from '#protocol/store/store.ts';

/** Members that the user does not have are left out. */
export function listedUser(user: StoredUser): ListedUserWire {
  const { id, username, firstName, lastName, email } = user;
  return {
    id,
    username,
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
    ...(email === undefined ? {} : { email }),
    enabled: isUserEnabled(user),
  };
}
