// The resolver of login_hint: a user name or, where the realm lets people sign in with it, an e-mail address.
import { findUserForSignIn, isServiceAccount } from '#protocol/realm/users/users.ts';
import type { UserResolver } from './user-resolver.ts';

/** CIBA §7.1: `login_hint`. A service account is nobody who could be asked. */
export const loginHintResolver: UserResolver = {
  async findUser(users, realm, hint) {
    const user = await findUserForSignIn(users, realm, hint);
    return user === undefined || isServiceAccount(user) ? undefined : user;
  },
  representUser: ({ username }) => username,
};
