// Values of a profile: read from a user, and put back.
import type { StoredUser } from '#protocol/store/store.ts';
import type { Realm } from '../view/realm.ts';
import { isRootAttribute } from './profile-fields.ts';

/** Values by attribute. An attribute that is absent stays as it is; one without values is removed. */
export type ProfileValues = Readonly<Record<string, readonly string[]>>;

/** A submitted value as it is stored: user names and e-mail addresses in lower case. */
export function profileValue(attribute: string, submitted: string): string {
  const text = submitted.trim();
  return attribute === 'username' || attribute === 'email' ? text.toLowerCase() : text;
}

/** The user's values of an attribute; none if it is empty. */
export function valuesOf(user: StoredUser, attribute: string): readonly string[] {
  if (!isRootAttribute(attribute)) return user.attributes?.[attribute] ?? [];
  const value = user[attribute] ?? '';
  return value === '' ? [] : [value];
}

/** The user with the values. A changed e-mail address is unverified, and may be the user name, too. */
export function changeProfile(realm: Realm, user: StoredUser, values: ProfileValues): StoredUser {
  const { email } = values;
  const entries = Object.entries(values);
  const members = entries
    .filter(([name]) => isRootAttribute(name))
    .map(([name, [value = '']]) => [name, value] as const);
  const address = email?.[0] ?? '';
  const isRenamed = realm.emailAsUsername && address !== '';
  const isKept = email === undefined || (user.email ?? '') === address;
  return {
    ...withAttributes(
      user,
      entries.filter(([name]) => !isRootAttribute(name)),
    ),
    ...Object.fromEntries(members),
    ...(isRenamed ? { username: address } : {}),
    emailVerified: user.emailVerified === true && isKept,
  };
}

function withAttributes(
  user: StoredUser,
  changes: readonly (readonly [string, readonly string[]])[],
): StoredUser {
  if (changes.length === 0) return user;
  const changed = new Set(changes.map(([name]) => name));
  const kept = Object.entries(user.attributes ?? {}).filter(([name]) => !changed.has(name));
  const set = changes.filter(([, values]) => values.length > 0).map(([name, values]) => [name, [...values]]);
  return { ...user, attributes: Object.fromEntries([...kept, ...set]) };
}
