// Attributes that let others act as the realm's users or decide what tokens say; only administrators of the server
// change them.

/** The key that answers the realm's prompts. Shown to administrators of the server only. */
export const DEVICE_KEY_ATTRIBUTE = 'understudy.device.key';

/** The rules that answer the realm's prompts. */
export const DEVICE_RULES_ATTRIBUTE = 'understudy.device.rules';

/** `true` signs users in with one click, without their password. */
export const ONE_CLICK_ATTRIBUTE = 'understudy.oneClickSignIn';

/**
 * A user attribute: claims as a JSON object, which every token of the user has. Only administrators of the server change
 * it, and users neither see nor change it.
 */
export const USER_CLAIMS_ATTRIBUTE = 'understudy.claims';

export const SERVER_ATTRIBUTES: readonly string[] = [
  DEVICE_KEY_ATTRIBUTE,
  DEVICE_RULES_ATTRIBUTE,
  ONE_CLICK_ATTRIBUTE,
];
