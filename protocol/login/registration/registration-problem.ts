// Why a realm lets nobody register.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import { findRegistrationForm } from './registration-form.ts';

/** Undefined if people can register. */
export function registrationProblem(realm: Realm): OAuthError | undefined {
  if (realm.stored.registrationAllowed !== true)
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

function refusal(reason: string, remedy: string): OAuthError {
  return new OAuthError('invalid_request', {
    description: 'Registration not allowed',
    reason,
    remedy,
    section: 'Keycloak registration',
    userEventError: 'registration_disabled',
  });
}
