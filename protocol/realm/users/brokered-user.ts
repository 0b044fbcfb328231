// Users who sign in with an identity provider: made at the first sign-in, updated at later ones.
import type { Clock } from '#protocol/clock.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { normalizeUser } from '../file/normalize-user.ts';
import { isRootAttribute } from '../profile/profile-fields.ts';
import { changeProfile, type ProfileValues } from '../profile/profile-values.ts';
import { findIdentityProvider, type IdentityProvider } from '../view/identity-providers.ts';
import type { Realm } from '../view/realm.ts';
import { findRole } from '../view/roles.ts';
import { withAccess, withRole } from './brokered-access.ts';
import type { BrokeredIdentity } from './brokered-identity.ts';
import { updateMembers } from './brokered-members.ts';
import { findIdentity, withIdentity } from './federated-identities.ts';
import { keepRefreshToken } from './provider-token.ts';
import { defaultActions } from './required-actions.ts';

/** Compat: the role that may read stored tokens, and its client. */
const READ_TOKEN = { clientId: 'broker', name: 'read-token' };

/**
 * A new user with the realm's default role, groups and required actions, what the mappers say, and the link with the
 * provider. `values`: the profile as it was reviewed; what it does not have is taken from the identity.
 * @throws {RealmFileError} without a username.
 */
export function makeBrokeredUser(
  realm: Realm,
  clock: Clock,
  identity: BrokeredIdentity,
  values: ProfileValues,
): StoredUser {
  const { defaultGroups: groups = [] } = realm.stored;
  const named = normalizeUser(
    realm.stored,
    {
      id: createUuid(),
      username: values['username']?.[0]?.trim() || identity.localUsername,
      ...(identity.email === undefined
        ? {}
        : { email: identity.email, emailVerified: identity.emailVerified }),
      ...(identity.firstName === undefined ? {} : { firstName: identity.firstName }),
      ...(identity.lastName === undefined ? {} : { lastName: identity.lastName }),
      requiredActions: [...defaultActions(realm)],
      ...(groups.length === 0 ? {} : { groups: [...groups] }),
    },
    clock,
    { grantDefaultRole: true },
  );
  const reviewed = withoutEmpty(changeProfile(realm, named, withAttributeValues(identity, values)));
  const user = withLink(withAccess(realm, reviewed, identity.changes, 'first'), identity, undefined);
  return grantsReadToken(realm, identity) ? withRole(user, READ_TOKEN) : user;
}

/**
 * The user after a later sign-in, or after the account was linked: by the sync modes of the provider and its mappers.
 * The same object if nothing changes. An address or username that changes may be in use: storing it is refused then.
 */
export function syncBrokeredUser(realm: Realm, user: StoredUser, identity: BrokeredIdentity): StoredUser {
  const provider = findIdentityProvider(realm, identity.provider);
  if (provider === undefined) return user;
  const updated = updateMembers(realm, user, identity, provider.syncMode);
  const changes = identity.changes.filter(({ syncMode }) => syncMode !== 'IMPORT');
  return withLink(withAccess(realm, updated, changes, 'later'), identity, provider);
}

/** The user with whom the account is linked at a first sign-in. */
export function linkBrokeredUser(realm: Realm, user: StoredUser, identity: BrokeredIdentity): StoredUser {
  const linked = syncBrokeredUser(realm, user, identity);
  return grantsReadToken(realm, identity) ? withRole(linked, READ_TOKEN) : linked;
}

/** Attributes of mappers that the profile was not asked for; the last mapper of an attribute decides. */
function withAttributeValues({ changes }: BrokeredIdentity, values: ProfileValues): ProfileValues {
  const attributes = changes.flatMap((change) =>
    change.kind === 'attribute' && !isRootAttribute(change.name) && change.values.length > 0
      ? [[change.name, change.values] as const]
      : [],
  );
  const { email, username: _named, ...others } = values;
  const address = email === undefined ? {} : { email: email.map((each) => each.trim().toLowerCase()) };
  return { ...Object.fromEntries(attributes), ...others, ...address };
}

/** Members that the user has left empty in the review are absent. */
function withoutEmpty(user: StoredUser): StoredUser {
  const { email, firstName, lastName, ...others } = user;
  return {
    ...others,
    ...(email ? { email } : {}),
    ...(firstName ? { firstName } : {}),
    ...(lastName ? { lastName } : {}),
  };
}

function grantsReadToken(realm: Realm, identity: BrokeredIdentity): boolean {
  const provider = findIdentityProvider(realm, identity.provider);
  return provider?.grantsReadToken === true && findRole(realm, READ_TOKEN) !== undefined;
}

/**
 * The user with the link of this sign-in. The id of a known link stays: the user was found by it. A token is replaced
 * only by a new one, and kept as it is when the realm no longer stores tokens.
 */
function withLink(
  user: StoredUser,
  identity: BrokeredIdentity,
  provider: IdentityProvider | undefined,
): StoredUser {
  const known = findIdentity(user, identity.provider);
  const received = provider?.storesToken === false ? undefined : identity.token;
  const token = received === undefined ? known?.token : keepRefreshToken(known?.token, received);
  const userName = identity.username === '' ? (known?.userName ?? '') : identity.username;
  if (known?.userId === identity.id && known.userName === userName && known.token === token) return user;
  return withIdentity(user, {
    identityProvider: identity.provider,
    userId: identity.id,
    userName,
    ...(token === undefined ? {} : { token }),
  });
}
