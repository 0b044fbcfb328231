// Required actions, by their names in the realm file.
import type { Choice } from '../ui/field.ts';

/** The supported actions. */
export const REQUIRED_ACTIONS: readonly Choice[] = [
  { value: 'CONFIGURE_TOTP', label: 'Configure OTP' },
  { value: 'CONFIGURE_RECOVERY_AUTHN_CODES', label: 'Recovery codes' },
  { value: 'TERMS_AND_CONDITIONS', label: 'Terms and conditions' },
  { value: 'UPDATE_PASSWORD', label: 'Update password' },
  { value: 'UPDATE_PROFILE', label: 'Update profile' },
  { value: 'VERIFY_EMAIL', label: 'Verify e-mail' },
  { value: 'update_user_locale', label: 'Choose a language' },
];
