// The names of required actions for people.
import { currentActionName } from '#protocol/contract/settings/required-action.ts';

/** Compat: Keycloak's texts. */
const LABELS: Readonly<Record<string, string>> = {
  CONFIGURE_RECOVERY_AUTHN_CODES: 'Generate Recovery Codes',
  CONFIGURE_TOTP: 'Configure OTP',
  TERMS_AND_CONDITIONS: 'Terms and Conditions',
  UPDATE_EMAIL: 'Update Email',
  UPDATE_PASSWORD: 'Update Password',
  UPDATE_PROFILE: 'Update Profile',
  VERIFY_EMAIL: 'Verify Email',
  VERIFY_PROFILE: 'Verify Profile',
  update_user_locale: 'Update User Locale',
  'webauthn-register': 'Webauthn Register',
  'webauthn-register-passwordless': 'Webauthn Register Passwordless',
};

/** The alias itself for an action of an extension. */
export function actionLabel(alias: string): string {
  const name = currentActionName(alias);
  return Object.hasOwn(LABELS, name) ? (LABELS[name] ?? name) : name;
}
