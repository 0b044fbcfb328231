// Required actions, by their names in the realm file.

import { text } from '../texts/text.ts';
import type { Choice } from '../ui/field.ts';

const LABELS = {
  CONFIGURE_TOTP: 'components:action.CONFIGURE_TOTP',
  CONFIGURE_RECOVERY_AUTHN_CODES: 'components:action.CONFIGURE_RECOVERY_AUTHN_CODES',
  TERMS_AND_CONDITIONS: 'components:action.TERMS_AND_CONDITIONS',
  UPDATE_PASSWORD: 'components:action.UPDATE_PASSWORD',
  UPDATE_PROFILE: 'components:action.UPDATE_PROFILE',
  VERIFY_EMAIL: 'components:action.VERIFY_EMAIL',
  update_user_locale: 'components:action.update_user_locale',
} as const;

/** The supported actions. Each label is read when it is shown, in the language of that time. */
export const REQUIRED_ACTIONS: readonly Choice[] = Object.entries(LABELS).map(([value, key]) => ({
  value,
  get label() {
    return text(key);
  },
}));
