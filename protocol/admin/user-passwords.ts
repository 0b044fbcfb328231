// Setting a user's password: hashed at once, with or without the order to change it at the next sign-in.
import { hashPassword } from '#protocol/crypto/password-hash.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { RealmRequest } from './admin-route.ts';

const UPDATE_PASSWORD = 'UPDATE_PASSWORD';

/** The user with a new password, hashed; the other credentials stay. */
export async function withPassword(
  request: RealmRequest,
  user: StoredUser,
  password: string,
  temporary: boolean,
): Promise<StoredUser> {
  const createdDate = request.deps.clocks(request.realm.name).now();
  const credential = await hashPassword(password, createdDate);
  const others = (user.credentials ?? []).filter((known) => known.type !== 'password');
  const actions = (user.requiredActions ?? []).filter((action) => action !== UPDATE_PASSWORD);
  return {
    ...user,
    credentials: [credential, ...others],
    requiredActions: temporary ? [...actions, UPDATE_PASSWORD] : actions,
  };
}
