// The required actions that have a page, by Keycloak's name.
import { configureTotp } from './configure-totp.ts';
import type { RequiredAction } from './required-action.ts';
import { termsAndConditions } from './terms-and-conditions.ts';
import { updatePassword } from './update-password.ts';
import { updateProfile } from './update-profile.ts';
import { verifyEmail } from './verify-email.ts';

/** One row per action. */
export const REQUIRED_ACTIONS: Readonly<Record<string, RequiredAction>> = {
  CONFIGURE_TOTP: configureTotp,
  TERMS_AND_CONDITIONS: termsAndConditions,
  UPDATE_PASSWORD: updatePassword,
  UPDATE_PROFILE: updateProfile,
  VERIFY_EMAIL: verifyEmail,
  // The same page: what was verified is what the person sends.
  VERIFY_PROFILE: updateProfile,
};

/** The row of that name; undefined when there is none. */
export function findRequiredAction(name: string): RequiredAction | undefined {
  return Object.hasOwn(REQUIRED_ACTIONS, name) ? REQUIRED_ACTIONS[name] : undefined;
}
