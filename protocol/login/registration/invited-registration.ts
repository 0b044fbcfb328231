// What is different if a user registers by an invitation to an organization: the address is fixed.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { acceptInvitation } from '#protocol/realm/invitations.ts';
import type { ProfileField } from '#protocol/realm/profile/profile-fields.ts';
import { findOrganizationById } from '#protocol/realm/view/organizations.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { RealmStore, StoredUser } from '#protocol/store/store.ts';
import type { AuthenticationSession } from '../authentication-session.ts';
import type { AcceptedInvitation } from '../sign-in.ts';
import { messageOf, type PageMessage } from '../texts/message.ts';
import type { Registration } from './read-registration.ts';

type Tab = Pick<AuthenticationSession, 'request'>;

export function headingOf({ realm }: RealmExchange, { request: { invitation } }: Tab): PageMessage {
  if (invitation === undefined) return messageOf('registerTitle');
  const name = findOrganizationById(realm, invitation.organizationId)?.name ?? '';
  return messageOf('organization.member.register.title', name);
}

/** The fields of the form, with the address of an invitation read-only. */
export function shownFields(
  { request: { invitation } }: Tab,
  fields: readonly ProfileField[],
): readonly ProfileField[] {
  if (invitation === undefined) return fields;
  return fields.map((field) => (field.attribute.name === 'email' ? { ...field, readOnly: true } : field));
}

/** The values of the empty form, by attribute. */
export function initialValues(
  { realm }: Pick<RealmExchange, 'realm'>,
  { request: { loginHint = '', invitation } }: Tab,
): Readonly<Record<string, string>> {
  const name = realm.emailAsUsername ? 'email' : 'username';
  const { email, firstName, lastName } = invitation ?? {};
  return {
    [name]: loginHint,
    ...(email === undefined ? {} : { email }),
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
  };
}

/** The registration with the address of the invitation, whatever was sent. */
export function invitedRegistration(
  realm: Pick<Realm, 'emailAsUsername'>,
  registration: Registration,
  invitation: Pick<AcceptedInvitation, 'email'> | undefined,
): Registration {
  if (invitation === undefined) return registration;
  const { email } = invitation;
  return {
    ...registration,
    email,
    username: realm.emailAsUsername ? email : registration.username,
    values: { ...registration.values, email: [email] },
  };
}

/** Makes the new user a member. Compat: a managed one, who came with the organization. */
export async function joinOrganization(
  { realms }: { readonly realms: Pick<RealmStore, 'update'> },
  { realm, activity }: RealmExchange,
  { username }: StoredUser,
  invitation: AcceptedInvitation,
): Promise<void> {
  const member = { username, type: 'MANAGED' } as const;
  await realms.update(realm.name, (stored) => acceptInvitation(stored, invitation, member));
  const name = findOrganizationById(realm, invitation.organizationId)?.name ?? '';
  activity.recordPass('accept-invitation', `${username} has joined the organization ${name}.`);
  activity.eventDetails({ org_id: invitation.organizationId });
}
