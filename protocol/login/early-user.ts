// Looks the submitted user name up at the same time as the tab in which it was typed, so that both take one round trip.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { findUserForSignIn } from '#protocol/realm/users/users.ts';
import type { StoredUser, UserStore } from '#protocol/store/store.ts';

/** Finds the user whose name or e-mail address is in field `username`. */
export type FindSubmittedUser = () => Promise<StoredUser | undefined>;

/** Begins at once. If the lookup fails, the returned function rejects; if that is never called, the failure is ignored. */
export function lookUpSubmittedUser(
  users: UserStore,
  { realm, form }: Pick<RealmExchange, 'realm' | 'form'>,
): FindSubmittedUser {
  const found = findUserForSignIn(users, realm, form.get('username') ?? '');
  found.catch(() => undefined);
  return () => found;
}
