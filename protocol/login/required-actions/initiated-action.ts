// Actions that an application starts with `kc_action`: which of them run, and how they ended.
import { isActionEnabled } from '#protocol/realm/users/required-actions.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { Progress } from '../authentication-session.ts';
import type { InitiatedActionStatus, SignInRequest } from '../sign-in.ts';
import { findRequiredAction } from './table.ts';

/** Compat: the only parameter; Keycloak has it for actions that set up a credential. */
export const SKIP_IF_EXISTS = 'skip_if_exists';

/** Why an action does not run. */
export interface InitiatedActionFault {
  readonly reason: string;
  readonly remedy: string;
}

/** Why the realm does not run an action for applications; undefined if it does. */
export function findInitiatedActionFault(realm: Realm, name: string): InitiatedActionFault | undefined {
  const action = findRequiredAction(name);
  if (action === undefined)
    return {
      reason: `Understudy has no page for an action "${name}".`,
      remedy: 'Send the alias of a required action, for example kc_action=UPDATE_PASSWORD.',
    };
  if (action.canBeInitiated !== true)
    return {
      reason: `Applications cannot start ${name}.`,
      remedy: `Add ${name} to the required actions of the user instead.`,
    };
  if (isActionEnabled(realm, name)) return undefined;
  return {
    reason: `Required action ${name} is disabled in realm ${realm.name}.`,
    remedy: `Set enabled of required action ${name} (requiredActions[]) of realm ${realm.name} to true.`,
  };
}

/** How the request's action ended for the user; undefined while it is due, and without an action. */
export function initiatedActionStatus(
  realm: Realm,
  request: Pick<SignInRequest, 'action' | 'clientId'>,
  { actionStatus }: Pick<Progress, 'actionStatus'>,
  user: StoredUser,
): InitiatedActionStatus | undefined {
  const { action } = request;
  if (action === undefined || actionStatus !== undefined) return actionStatus;
  if (findInitiatedActionFault(realm, action.name) !== undefined) return 'error';
  const row = findRequiredAction(action.name);
  const isSkipped = action.parameter === SKIP_IF_EXISTS && row?.hasResult?.(user) === true;
  if (isSkipped || row?.isDone?.(user, realm) === true) return 'success';
  return row?.isIgnored?.(user, realm, request) === true ? 'error' : undefined;
}
