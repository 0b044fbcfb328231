// What users may be told to do before a sign-in is complete, under the realm file's names.
import type { Choice } from '../ui/field.ts';

/** The actions that have a page. */
export const REQUIRED_ACTIONS: readonly Choice[] = [
  { value: 'CONFIGURE_TOTP', label: 'Set up one-time codes' },
  { value: 'TERMS_AND_CONDITIONS', label: 'Accept the terms' },
  { value: 'UPDATE_PASSWORD', label: 'Change the password' },
  { value: 'UPDATE_PROFILE', label: 'Check the profile' },
  { value: 'VERIFY_EMAIL', label: 'Confirm the e-mail address' },
];
