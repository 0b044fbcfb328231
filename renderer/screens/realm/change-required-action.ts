// Reads and changes the realm's required actions.
import type { RequiredActionRepresentation } from '#protocol/contract/realm-representation.ts';

/** State of an action. An action that the realm omits is enabled and not a default action. */
export interface ActionState {
  readonly enabled: boolean;
  readonly defaultAction: boolean;
}

type Actions = readonly RequiredActionRepresentation[];

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
  { alias, name }: { readonly alias: string; readonly name: string },
  part: Partial<ActionState>,
): RequiredActionRepresentation[] {
  const list = actions ?? [];
  if (list.some((action) => isNamed(action, alias)))
    return list.map((action) => (isNamed(action, alias) ? { ...action, ...part } : action));
  return [...list, { alias, name, providerId: alias, ...stateOf(undefined, alias), ...part }];
}
