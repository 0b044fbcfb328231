// The realm's required actions: reading one, and the list with one of them changed.
import type { RequiredActionRepresentation } from '#protocol/contract/realm-representation.ts';

/** What the realm says of an action; one that it does not name is enabled and no new user gets it. */
export interface ActionState {
  readonly enabled: boolean;
  readonly defaultAction: boolean;
}

type Actions = readonly RequiredActionRepresentation[];

/** Compat: the name before Keycloak 21. */
function isNamed(action: RequiredActionRepresentation, alias: string): boolean {
  const name = action.alias === 'terms_and_conditions' ? 'TERMS_AND_CONDITIONS' : action.alias;
  return name === alias;
}

/** The state of the action with this alias. */
export function stateOf(actions: Actions | undefined, alias: string): ActionState {
  const action = actions?.find((candidate) => isNamed(candidate, alias));
  return { enabled: action?.enabled !== false, defaultAction: action?.defaultAction === true };
}

/** The list with one action in another state; others, and members that nobody here knows, stay. */
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
