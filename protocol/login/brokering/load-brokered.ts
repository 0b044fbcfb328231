// Loads what the flow of a first sign-in through an identity provider depends on.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { findProfileFaults } from '#protocol/realm/profile/check-profile.ts';
import { listFields, type ProfileField } from '#protocol/realm/profile/profile-fields.ts';
import type { ProfileValues } from '#protocol/realm/profile/profile-values.ts';
import type { BrokeredIdentity } from '#protocol/realm/users/brokered-identity.ts';
import { findIdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { UserStore } from '#protocol/store/store.ts';
import { findAddressProblem } from '../organizations/join-organization.ts';
import { requestedScopes } from '../requested-scopes.ts';
import type { SignInRequest } from '../sign-in.ts';
import type { BrokeredFacts, BrokeredSignIn, ExistingUser } from './brokered.ts';

type Users = Pick<UserStore, 'findByEmail' | 'findByUsername'>;

export async function loadBrokered(
  users: UserStore,
  { realm }: RealmExchange,
  request: SignInRequest,
  brokered: BrokeredSignIn,
): Promise<BrokeredFacts> {
  const { identity, reviewed } = brokered;
  const provider = findIdentityProvider(realm, identity.provider);
  const values = { ...profileOfIdentity(identity), ...reviewed };
  const facts = { ...brokered, providerName: provider?.name ?? identity.provider };
  if (brokered.isLinked) return { ...facts, existing: undefined, isComplete: true };
  return {
    ...facts,
    existing: await findExisting(users, realm, values),
    isComplete:
      findAddressProblem(realm, identity.provider, values['email']?.[0] ?? '') === undefined &&
      (await isComplete(users, realm, listReviewFields(realm, request), values)),
  };
}

/** The fields of the page that reviews the profile. */
export function listReviewFields(realm: Realm, request: SignInRequest): readonly ProfileField[] {
  return listFields(realm, { form: 'idp-review', scopes: requestedScopes(realm, request) });
}

/** What the provider and its mappers say of the profile. */
export function profileOfIdentity(identity: BrokeredIdentity): ProfileValues {
  const members = {
    username: identity.localUsername,
    email: identity.email,
    firstName: identity.firstName,
    lastName: identity.lastName,
  };
  const values: Record<string, readonly string[]> = {};
  for (const [name, value] of Object.entries(members)) values[name] = value === undefined ? [] : [value];
  for (const change of identity.changes)
    if (change.kind === 'attribute' && change.values.length > 0) values[change.name] = change.values;
  return values;
}

/**
 * Compat: the address comes first, unless several users may have the same one; then the name that the user would get,
 * which with "Email as username" is the address.
 */
async function findExisting(
  users: Users,
  realm: Realm,
  values: ProfileValues,
): Promise<ExistingUser | undefined> {
  const email = values['email']?.[0] ?? '';
  const username = (realm.emailAsUsername ? email : '') || (values['username']?.[0] ?? '');
  const mayShare = realm.stored.duplicateEmailsAllowed === true;
  const byEmail = email === '' || mayShare ? undefined : await users.findByEmail(realm.id, email);
  if (byEmail !== undefined) return { user: byEmail, field: 'email', value: email };
  const byName = username === '' ? undefined : await users.findByUsername(realm.id, username);
  return byName === undefined ? undefined : { user: byName, field: 'username', value: username };
}

/** Names that another user has are no fault here: the flow asks about them later. */
async function isComplete(
  users: UserStore,
  realm: Realm,
  fields: readonly ProfileField[],
  values: ProfileValues,
): Promise<boolean> {
  // What the provider has not sent is missing, too.
  const unsent = Object.fromEntries(fields.map(({ attribute }) => [attribute.name, []]));
  const faults = await findProfileFaults(realm, users, fields, undefined, { ...unsent, ...values });
  return faults.every(({ kind }) => kind === 'email-taken' || kind === 'username-taken');
}
