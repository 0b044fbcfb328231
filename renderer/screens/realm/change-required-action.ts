// Reads and changes the realm's required actions.
import type { RequiredActionRepresentation } from '#protocol/contract/realm-representation.ts';

/** State of an action. An action that the realm omits is enabled and not a default action. */
export interface ActionState {
  readonly enabled: boolean;
  readonly defaultAction: boolean;
}

type Actions = readonly RequiredActionRepresentation[];

/** Names of actions in the realm file. They stay English, whatever language the console has. */
const FILE_NAMES: Readonly<Record<string, string>> = {
  CONFIGURE_TOTP: 'Configure OTP',
  CONFIGURE_RECOVERY_AUTHN_CODES: 'Recovery codes',
  TERMS_AND_CONDITIONS: 'Terms and conditions',
  UPDATE_PASSWORD: 'Update password',
  UPDATE_PROFILE: 'Update profile',
  VERIFY_EMAIL: 'Verify e-mail',
  update_user_locale: 'Choose a language',
};

/** Compat: terms_and_conditions is the alias before Keycloak 21. */
function isNamed(action: RequiredActionRepresentation, alias: string): boolean {
  const name = action.alias === 'terms_and_conditions' ? 'TERMS_AND_CONDITIONS' : action.alias;
  return name === alias;
}

/** The state of the action with this alias. */
export function stateOf(actions: Actions | undefined, alias: string): ActionState {
  const action = actions?.find((candidate) => isNamed(candidate, alias));
  return { enabled: action?.enabled !== false, defaultAction: action?.defaultAction === true };
}

/** Changes the state of one action; other actions and unknown members are kept. */
export function changeAction(
  actions: Actions | undefined,
  alias: string,
  part: Partial<ActionState>,
): RequiredActionRepresentation[] {
  const list = actions ?? [];
  if (list.some((action) => isNamed(action, alias)))
    return list.map((action) => (isNamed(action, alias) ? { ...action, ...part } : action));
  const name = FILE_NAMES[alias] ?? alias;
  return [...list, { alias, name, providerId: alias, ...stateOf(undefined, alias), ...part }];
}
