// The realm's named users, offered for one-click sign-in where the realm allows it.
import { ONE_CLICK_ATTRIBUTE } from '#protocol/contract/server-attributes.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { MAX_NAMED_USERS } from '#protocol/realm/users/demo-passwords.ts';
import type { StoredUser, UserStore } from '#protocol/store/store.ts';

/** A user as the page shows one. */
export interface NamedUser {
  readonly id: string;
  /** First and last name, or the user name. */
  readonly name: string;
  /** What one would type: the user name. */
  readonly detail: string;
  readonly initial: string;
}

/** The users beside the form. */
export interface NamedUsers {
  readonly users: readonly NamedUser[];
  /** Whether there are more than are shown. */
  readonly more: boolean;
}

/** Whether the realm allows sign-in without a password for those who stand beside the form. */
export function allowsOneClick(exchange: RealmExchange): boolean {
  return exchange.realm.attributes[ONE_CLICK_ATTRIBUTE] === 'true';
}

/** Whether the user may be signed in by one click: a person (not a service account), enabled, with a password. */
export function isNamedUser(user: StoredUser): boolean {
  return (
    user.enabled !== false &&
    user.serviceAccountClientId === undefined &&
    (user.credentials ?? []).some((credential) => credential.type === 'password')
  );
}

function toNamedUser(user: StoredUser): NamedUser {
  const fullName = [user.firstName, user.lastName]
    .filter((part) => part !== undefined && part !== '')
    .join(' ');
  const name = fullName === '' ? user.username : fullName;
  const initial = [...name][0]?.toUpperCase() ?? '?';
  return { id: user.id, name, detail: user.username, initial };
}

/** The first named users by user name; undefined where the realm does not allow one-click sign-in. */
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
