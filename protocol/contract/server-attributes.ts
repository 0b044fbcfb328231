// Realm attributes that let others act as the realm's users; only administrators of the server change them.

/** The key that answers the realm's prompts. Shown to administrators of the server only. */
export const DEVICE_KEY_ATTRIBUTE = 'understudy.device.key';

/** The rules that answer the realm's prompts. */
export const DEVICE_RULES_ATTRIBUTE = 'understudy.device.rules';

/** `true` signs users in with one click, without their password. */
export const ONE_CLICK_ATTRIBUTE = 'understudy.oneClickSignIn';

export const SERVER_ATTRIBUTES: readonly string[] = [
  DEVICE_KEY_ATTRIBUTE,
  DEVICE_RULES_ATTRIBUTE,
  ONE_CLICK_ATTRIBUTE,
];
