// The users offered for one-click sign-in, if the realm allows it.
import { ONE_CLICK_ATTRIBUTE } from '#protocol/contract/server-attributes.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { MAX_NAMED_USERS } from '#protocol/realm/users/demo-passwords.ts';
import { displayName, isServiceAccount, isUserEnabled } from '#protocol/realm/users/users.ts';
import type { StoredUser, UserStore } from '#protocol/store/store.ts';

export interface NamedUser {
  readonly id: string;
  /** First and last name, or the user name. */
  readonly name: string;
  /** The user name. */
  readonly detail: string;
  readonly initial: string;
}

export interface NamedUsers {
  readonly users: readonly NamedUser[];
  /** Whether the list is truncated. */
  readonly more: boolean;
}

/** Whether the realm allows one-click sign-in, without a password. */
export function allowsOneClick(exchange: RealmExchange): boolean {
  return exchange.realm.attributes[ONE_CLICK_ATTRIBUTE] === 'true';
}

/** Whether the user can use one-click sign-in: enabled, with a password, not a service account. */
export function isNamedUser(user: StoredUser): boolean {
  return (
    isUserEnabled(user) &&
    !isServiceAccount(user) &&
    (user.credentials ?? []).some((credential) => credential.type === 'password')
  );
}

function toNamedUser(user: StoredUser): NamedUser {
  const name = displayName(user);
  const initial = [...name][0]?.toUpperCase() ?? '?';
  return { id: user.id, name, detail: user.username, initial };
}

/** The first users by user name; undefined if the realm does not allow one-click sign-in. */
export async function listNamedUsers(
  exchange: RealmExchange,
  users: UserStore,
): Promise<NamedUsers | undefined> {
  if (!allowsOneClick(exchange)) return undefined;
  const shown: NamedUser[] = [];
  for (const user of await users.list(exchange.realm.id)) {
    if (!isNamedUser(user)) continue;
    if (shown.length === MAX_NAMED_USERS) return { users: shown, more: true };
    shown.push(toNamedUser(user));
  }
  return { users: shown, more: false };
}
