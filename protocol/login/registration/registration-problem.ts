// Why a realm lets nobody register.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { findInvitation } from '#protocol/realm/invitations.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { AcceptedInvitation } from '../sign-in.ts';
import { EN } from '../texts/table.ts';
import { findRegistrationForm } from './registration-form.ts';

/** Undefined if people can register. Compat: by an invitation they can in every realm. */
export function registrationProblem(realm: Realm, invitation?: AcceptedInvitation): OAuthError | undefined {
  if (invitation !== undefined && findInvitation(realm, invitation) === undefined)
    return refusal(
      `The invitation of ${invitation.email} was accepted or removed, or its organization is disabled.`,
      'Send another invitation.',
      EN.staleInviteOrgLink,
    );
  if (invitation === undefined && realm.stored.registrationAllowed !== true)
    return refusal(
      `Realm ${realm.name} does not let people register: registrationAllowed is off.`,
      `Set registrationAllowed of realm ${realm.name} to true, or create the user in the console.`,
    );
  const { flow, createsUser } = findRegistrationForm(realm);
  if (createsUser) return undefined;
  return refusal(
    `The registration flow ${flow} of realm ${realm.name} makes no user.`,
    `Add the execution registration-user-creation to the flow, or set registrationFlow of realm ${realm.name} to registration.`,
  );
}

function refusal(
  reason: string,
  remedy: string,
  description: string = EN.registrationNotAllowedMessage,
): OAuthError {
  return new OAuthError('invalid_request', {
    description,
    reason,
    remedy,
    section: 'Keycloak registration',
    userEventError: 'registration_disabled',
  });
}
