// Keycloak's required actions: those that have a page here, and the others.
import { isRecord, kept, type UnsupportedValue } from './kept.ts';

/** Aliases of the actions with a page. */
export type SupportedAction =
  | 'CONFIGURE_RECOVERY_AUTHN_CODES'
  | 'CONFIGURE_TOTP'
  | 'TERMS_AND_CONDITIONS'
  | 'UPDATE_EMAIL'
  | 'UPDATE_PASSWORD'
  | 'UPDATE_PROFILE'
  | 'VERIFY_EMAIL'
  | 'VERIFY_PROFILE'
  | 'delete_account'
  | 'delete_credential'
  | 'idp_link'
  | 'update_user_locale';

export const SUPPORTED_ACTIONS: Readonly<Record<SupportedAction, string>> = {
  CONFIGURE_RECOVERY_AUTHN_CODES: 'The user is given recovery codes.',
  CONFIGURE_TOTP: 'The user sets up an authenticator for one-time codes.',
  TERMS_AND_CONDITIONS: 'The user accepts the terms and conditions.',
  UPDATE_EMAIL: 'The user changes the e-mail address.',
  UPDATE_PASSWORD: 'The user chooses a new password.',
  UPDATE_PROFILE: 'The user completes name and e-mail address.',
  VERIFY_EMAIL: 'The user confirms the e-mail address.',
  VERIFY_PROFILE: 'The user completes name and e-mail address.',
  delete_account: 'The user deletes the account; only if enabled in the realm.',
  delete_credential: 'The user removes an authenticator or recovery codes, whose ID an application sends.',
  idp_link: 'The user links an account of an identity provider, whose alias an application sends.',
  update_user_locale: 'The user chooses a language, if the realm has several.',
};

/** Compat: actions that a realm does not run unless it enables them. */
export const OPTIONAL_ACTIONS: readonly string[] = ['delete_account'];

/** Keycloak's other actions, which most realms enable and no user has. */
export const OTHER_ACTIONS: readonly string[] = ['webauthn-register', 'webauthn-register-passwordless'];

/** Compat: the name before Keycloak 21. */
export function currentActionName(alias: string): string {
  return alias === 'terms_and_conditions' ? 'TERMS_AND_CONDITIONS' : alias;
}

const SKIPPED = kept('The sign-in pages skip this action.');

const isSupported = (alias: string): boolean => Object.hasOwn(SUPPORTED_ACTIONS, currentActionName(alias));

/** The actions of a user that have no page. */
export function listUnsupportedActions(aliases: unknown): readonly UnsupportedValue[] {
  if (!Array.isArray(aliases)) return [];
  return aliases
    .filter((alias): alias is string => typeof alias === 'string' && !isSupported(alias))
    .map((value) => ({ value, effect: SKIPPED }));
}

/** The required actions of a realm that ask users for something and have no page. */
export function listUnsupportedActionSettings(settings: unknown): readonly UnsupportedValue[] {
  if (!Array.isArray(settings)) return [];
  return settings.flatMap((setting: unknown) => {
    const { alias, enabled, defaultAction } = isRecord(setting) ? setting : {};
    if (typeof alias !== 'string' || enabled === false || isSupported(alias)) return [];
    // An action of Keycloak waits for a user who has it; one of an extension can require itself.
    const waits = OTHER_ACTIONS.includes(alias) && defaultAction !== true;
    return waits ? [] : [{ effect: SKIPPED, at: [{ item: alias }] }];
  });
}
