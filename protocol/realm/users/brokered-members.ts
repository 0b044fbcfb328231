// Names, addresses and attributes that a later sign-in with an identity provider changes.
import { isDeepStrictEqual } from 'node:util';
import type { StoredUser } from '#protocol/store/store.ts';
import { isRootAttribute } from '../profile/profile-fields.ts';
import type { SyncMode } from '../view/identity-providers.ts';
import type { Realm } from '../view/realm.ts';
import type { BrokeredIdentity } from './brokered-identity.ts';

/** The user after the sign-in; the same object if nothing changes. */
export function updateMembers(
  realm: Realm,
  user: StoredUser,
  identity: BrokeredIdentity,
  syncMode: SyncMode,
): StoredUser {
  return withAttributes(realm, syncMode === 'FORCE' ? withProfile(realm, user, identity) : user, identity);
}

/** Compat: what the provider does not send stays as it is. */
function withProfile(realm: Realm, user: StoredUser, identity: BrokeredIdentity): StoredUser {
  const { firstName, lastName, email, emailVerifiedClaim } = identity;
  const named = setMember(setMember(user, 'firstName', firstName), 'lastName', lastName);
  const addressed = setEmail(realm, named, email, identity);
  // Compat: what the tokens of a trusted provider say counts for an unchanged address, too.
  if (email === undefined || emailVerifiedClaim === undefined)
    return withUsername(realm, addressed, identity);
  const isSame = (addressed.emailVerified ?? false) === emailVerifiedClaim;
  const verified = isSame ? addressed : { ...addressed, emailVerified: emailVerifiedClaim };
  return withUsername(realm, verified, identity);
}

/** Compat: the name at the provider is the username where users may change theirs. */
function withUsername(realm: Realm, user: StoredUser, { username }: BrokeredIdentity): StoredUser {
  const isChanged = !realm.emailAsUsername && realm.stored.editUsernameAllowed === true;
  return isChanged ? setMember(user, 'username', username.toLowerCase()) : user;
}

/** The user with the attributes of mappers that are applied at each sign-in; the last mapper of an attribute decides. */
function withAttributes(realm: Realm, user: StoredUser, identity: BrokeredIdentity): StoredUser {
  const decided = new Map<string, readonly string[]>();
  for (const change of identity.changes) {
    if (change.kind !== 'attribute' || change.syncMode === 'IMPORT') continue;
    if (change.values.length > 0 || !isRootAttribute(change.name)) decided.set(change.name, change.values);
  }
  return [...decided].reduce(
    (changed, [name, values]) => setAttribute(realm, changed, { name, values }, identity),
    user,
  );
}

function setAttribute(
  realm: Realm,
  user: StoredUser,
  { name, values }: { readonly name: string; readonly values: readonly string[] },
  identity: BrokeredIdentity,
): StoredUser {
  const [value] = values;
  if (name === 'email') return setEmail(realm, user, value, identity);
  if (name === 'firstName' || name === 'lastName') return setMember(user, name, value);
  // Compat: with "Email as username" no mapper changes the username.
  if (name === 'username')
    return realm.emailAsUsername ? user : setMember(user, name, value?.trim().toLowerCase());
  return withValues(user, name, values);
}

function withValues(user: StoredUser, name: string, values: readonly string[]): StoredUser {
  const entries = Object.entries(user.attributes ?? {});
  const before = entries.find(([each]) => each === name)?.[1] ?? [];
  if (isDeepStrictEqual(before, values)) return user;
  const others = entries.filter(([each]) => each !== name);
  const own: typeof others = values.length === 0 ? [] : [[name, [...values]]];
  return { ...user, attributes: Object.fromEntries([...others, ...own]) };
}

/**
 * A new address is verified if the identity's is. Choice: also where a mapper brings it, as nothing else has verified
 * it; Keycloak keeps the mark of the address before.
 */
function setEmail(
  realm: Realm,
  user: StoredUser,
  given: string | undefined,
  { email: own, emailVerified }: BrokeredIdentity,
): StoredUser {
  const email = given?.trim().toLowerCase() ?? '';
  if (email === '') return user;
  const named = realm.emailAsUsername ? setMember(user, 'username', email) : user;
  if (named.email?.toLowerCase() === email) return named;
  return { ...named, email, emailVerified: emailVerified && own?.trim().toLowerCase() === email };
}

function setMember(
  user: StoredUser,
  member: 'firstName' | 'lastName' | 'username',
  value: string | undefined,
): StoredUser {
  return value === undefined || value === '' || user[member] === value ? user : { ...user, [member]: value };
}
