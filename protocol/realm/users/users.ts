// Finding the user who signs in.
import type { StoredUser, UserStore } from '#protocol/store/store.ts';
import type { Realm } from '../view/realm.ts';

/** The user with this name, or with this e-mail address where the realm allows that. Service accounts are found by their name, too; who may sign in is the caller's rule. */
export async function findUserForSignIn(
  store: UserStore,
  realm: Realm,
  usernameOrEmail: string,
): Promise<StoredUser | undefined> {
  const text = usernameOrEmail.trim().toLowerCase();
  if (text === '') return undefined;
  const named = await store.findByUsername(realm.id, text);
  if (named !== undefined || !realm.loginWithEmail || !text.includes('@')) return named;
  return store.findByEmail(realm.id, text);
}

/** Whether the user may be used at all. A user that does not say is enabled. */
export function isUserEnabled(user: StoredUser): boolean {
  return user.enabled !== false;
}

/** Whether the user stands for a client, not for a person. */
export function isServiceAccount(user: StoredUser): boolean {
  return user.serviceAccountClientId !== undefined;
}

/** First and last name where the user has them, else the user name. */
export function displayName({ firstName, lastName, username }: StoredUser): string {
  return [firstName, lastName].filter((part) => part !== undefined && part !== '').join(' ') || username;
}
