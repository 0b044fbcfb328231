// Finds the user who signs in, and basic facts about users.
import type { StoredUser, UserStore } from '#protocol/store/store.ts';
import type { Realm } from '../view/realm.ts';

/**
 * The user with this username or, if the realm allows it, e-mail address. Service accounts are found too; the
 * caller decides who may sign in.
 */
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

/** Users without the member are enabled. */
export function isUserEnabled(user: StoredUser): boolean {
  return user.enabled !== false;
}

/** Whether the user represents a client rather than a person. */
export function isServiceAccount(user: StoredUser): boolean {
  return user.serviceAccountClientId !== undefined;
}

/** First and last name, or else the username. */
export function displayName({ firstName, lastName, username }: StoredUser): string {
  return [firstName, lastName].filter(Boolean).join(' ') || username;
}
