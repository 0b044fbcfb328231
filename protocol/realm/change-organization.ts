// Changes of an organization in a stored realm.
import type { StoredRealm } from '#protocol/store/store.ts';
import { changeKept } from './kept-lists.ts';
import { type KeptObject, listKept } from './kept-objects.ts';
import { type MembershipType, organizationIdOf, readMembers } from './view/organizations.ts';

/** The realm with one organization changed, which then has its identifier; undefined removes it. */
export function changeOrganization(
  realm: StoredRealm,
  id: unknown,
  change: (organization: KeptObject) => KeptObject | undefined,
): StoredRealm {
  return changeKept(
    realm,
    'organizations',
    (organization) => organizationIdOf(realm, organization) === id,
    (organization) => change({ ...organization, id: organizationIdOf(realm, organization) }),
  );
}

/** The organization with another member; one that it has already stays as it is. */
export function withMember(
  organization: KeptObject,
  username: string,
  membershipType: MembershipType,
): KeptObject {
  if (readMembers(organization).has(username.toLowerCase())) return organization;
  return { ...organization, members: [...listKept(organization, 'members'), { username, membershipType }] };
}

/** The organization without a member. */
export function withoutMember(organization: KeptObject, username: string): KeptObject {
  const members = listKept(organization, 'members').filter(
    (member) => String(member['username']).toLowerCase() !== username.toLowerCase(),
  );
  return { ...organization, members };
}
