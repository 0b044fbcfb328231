// Which names a realm can have: the name is part of every URL of the realm.

/** What is wrong with a name, as the end of a sentence that begins with its member. */
export const REALM_NAME_RULE =
  'must be a name without blanks and without the characters / \\ ? # % & ; : @ " \' < > [ ] { } | ^ ` ~, because it is part of every URL';

export function isRealmName(name: string): boolean {
  return /^[^\s/\\?#%&;:@"'<>[\]{}|^`~]+$/.test(name) && name !== '.' && name !== '..';
}
