// The required actions that have a page, by Keycloak's alias.
import type { SupportedAction } from '#protocol/contract/settings/required-action.ts';
import { configureTotp } from './configure-totp.ts';
import { deleteAccount } from './delete-account.ts';
import { deleteCredential } from './delete-credential.ts';
import { idpLink } from './idp-link.ts';
import { recoveryCodes } from './recovery-codes.ts';
import type { RequiredAction } from './required-action.ts';
import { termsAndConditions } from './terms-and-conditions.ts';
import { updateEmail } from './update-email.ts';
import { updatePassword } from './update-password.ts';
import { updateProfile } from './update-profile.ts';
import { updateUserLocale } from './update-user-locale.ts';
import { verifyEmail } from './verify-email.ts';
import { verifyProfile } from './verify-profile.ts';

export const REQUIRED_ACTIONS: Readonly<Record<SupportedAction, RequiredAction>> = {
  CONFIGURE_RECOVERY_AUTHN_CODES: recoveryCodes,
  CONFIGURE_TOTP: configureTotp,
  TERMS_AND_CONDITIONS: termsAndConditions,
  UPDATE_EMAIL: updateEmail,
  UPDATE_PASSWORD: updatePassword,
  UPDATE_PROFILE: updateProfile,
  VERIFY_EMAIL: verifyEmail,
  delete_account: deleteAccount,
  delete_credential: deleteCredential,
  idp_link: idpLink,
  update_user_locale: updateUserLocale,
  VERIFY_PROFILE: verifyProfile,
};

export function findRequiredAction(name: string): RequiredAction | undefined {
  return Object.hasOwn(REQUIRED_ACTIONS, name) ? REQUIRED_ACTIONS[name as SupportedAction] : undefined;
}
