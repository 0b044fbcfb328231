// Resolves login_hint: a username or, if the realm allows signing in by e-mail, an e-mail address.
import { findUserForSignIn, isServiceAccount } from '#protocol/realm/users/users.ts';
import type { UserResolver } from './user-resolver.ts';

/** CIBA §7.1: `login_hint`. Service accounts are excluded, because nobody can approve for them. */
export const loginHintResolver: UserResolver = {
  async findUser(users, realm, hint) {
    const user = await findUserForSignIn(users, realm, hint);
    return user === undefined || isServiceAccount(user) ? undefined : user;
  },
  representUser: ({ username }) => username,
};
