// Invitations of an organization, which are kept with it until they are accepted or removed.
import type { StoredRealm } from '#protocol/store/store.ts';
import { changeOrganization, withMember } from './change-organization.ts';
import { type KeptObject, listKept } from './kept-objects.ts';
import {
  findOrganizationById,
  type MembershipType,
  type Organization,
  organizationIdOf,
} from './view/organizations.ts';
import type { Realm } from './view/realm.ts';

export interface Invitation {
  readonly id: string;
  /** In lower case. */
  readonly email: string;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  /** Seconds since the epoch. */
  readonly sentAt: number;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
}

/** What identifies an invitation. */
export interface InvitationKey {
  readonly organizationId: string;
  readonly id: string;
}

/** Oldest first; what is malformed is passed over. */
export function listInvitations(organization: KeptObject): readonly Invitation[] {
  return listKept(organization, 'invitations').flatMap(
    ({ id, email, firstName, lastName, sentAt, expiresAt }) =>
      typeof id === 'string' && typeof email === 'string'
        ? {
            id,
            email,
            firstName: textOf(firstName),
            lastName: textOf(lastName),
            sentAt: numberOf(sentAt),
            expiresAt: numberOf(expiresAt),
          }
        : [],
  );
}

/** An invitation to an enabled organization; undefined: it was accepted or removed. */
export function findInvitation(
  realm: Pick<Realm, 'stored'>,
  { organizationId, id }: InvitationKey,
): { readonly organization: Organization; readonly invitation: Invitation } | undefined {
  const organization = findOrganizationById(realm, organizationId);
  const kept = listKept(realm.stored, 'organizations').find(
    (each) => organizationIdOf(realm.stored, each) === organizationId,
  );
  const invitation = listInvitations(kept ?? {}).find((each) => each.id === id);
  return organization?.enabled === true && invitation !== undefined
    ? { organization, invitation }
    : undefined;
}

/** The organization with the invitation, in place of earlier ones to the same address. */
export function withInvitation(organization: KeptObject, invitation: Invitation): KeptObject {
  const others = listInvitations(organization).filter(({ email }) => email !== invitation.email);
  return { ...organization, invitations: [...others, invitation] };
}

export function withoutInvitation(organization: KeptObject, id: string): KeptObject {
  return { ...organization, invitations: listInvitations(organization).filter((each) => each.id !== id) };
}

/** The realm with the user as a member, and without the invitation. */
export function acceptInvitation(
  realm: StoredRealm,
  { organizationId, id }: InvitationKey,
  { username, type }: { readonly username: string; readonly type: MembershipType },
): StoredRealm {
  return changeOrganization(realm, organizationId, (organization) =>
    withMember(withoutInvitation(organization, id), username, type),
  );
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
