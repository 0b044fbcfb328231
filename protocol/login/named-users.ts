// The users offered for one-click sign-in, if the realm allows it.
import { ONE_CLICK_ATTRIBUTE } from '#protocol/contract/server-attributes.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { MAX_NAMED_USERS } from '#protocol/realm/users/demo-passwords.ts';
import { displayName, isServiceAccount, isUserEnabled } from '#protocol/realm/users/users.ts';
import type { StoredUser, UserStore } from '#protocol/store/store.ts';
import type { UserQuery } from '#protocol/store/user-query.ts';

export interface NamedUser {
  readonly id: string;
  /** Unique on the page: the first name or else the username, or both where two users share the first name. */
  readonly label: string;
  /** What the label does not say of full name and username; may be empty. */
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

/** The query of those users: {@link isNamedUser}. */
const NAMED_USERS: UserQuery = { enabled: true, isServiceAccount: false, credentialType: 'password' };

function shortName({ firstName = '', username }: StoredUser): string {
  return firstName.trim() || username;
}

function toNamedUser(user: StoredUser, shown: readonly StoredUser[]): NamedUser {
  const { id, username } = user;
  const short = shortName(user);
  const isShared = shown.some(
    (other) => other.id !== id && shortName(other).toLowerCase() === short.toLowerCase(),
  );
  const label = isShared ? `${short} (${username})` : short;
  const details = isShared ? [displayName(user)] : [displayName(user), username];
  const initial = [...displayName(user)][0]?.toUpperCase() ?? '?';
  return { id, label, detail: details.filter((detail) => detail !== short).join(' · '), initial };
}

/** The first users by user name; undefined if the realm does not allow one-click sign-in. */
export async function listNamedUsers(
  exchange: RealmExchange,
  users: UserStore,
): Promise<NamedUsers | undefined> {
  if (!allowsOneClick(exchange)) return undefined;
  const named = await users.search(exchange.realm.id, NAMED_USERS, { first: 0, max: MAX_NAMED_USERS + 1 });
  const shown = named.slice(0, MAX_NAMED_USERS);
  return { users: shown.map((user) => toNamedUser(user, shown)), more: named.length > shown.length };
}
