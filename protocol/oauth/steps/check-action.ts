// The parameter kc_action of an authorization request: a required action that the application starts.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import {
  findInitiatedActionFault,
  SKIP_IF_EXISTS,
} from '#protocol/login/required-actions/initiated-action.ts';
import { findRequiredAction } from '#protocol/login/required-actions/table.ts';
import type { InitiatedAction } from '#protocol/login/sign-in.ts';
import { maxAuthAgeOf } from '#protocol/realm/users/required-actions.ts';
import { defineStep, type Step } from '../authorization-facts.ts';

const NAME = 'check-action';
const SECTION = 'Keycloak application-initiated actions';

/**
 * Compat: an action that cannot run is no error of the request. The user signs in, and the response says
 * `kc_action_status=error`; its age of authentication counts if the action exists.
 */
export const checkAction: Step = defineStep({
  name: NAME,
  section: SECTION,
  needs: ['parameters'],
  gives: ['action'],
  run(exchange, { parameters }) {
    const action = readAction(parameters.get('kc_action') ?? '');
    if (action === undefined) return { action };
    noteFaults(exchange, action);
    const { realm } = exchange;
    const isKnown = findRequiredAction(action.name) !== undefined;
    return { action: { ...action, maxAgeSeconds: isKnown ? maxAuthAgeOf(realm, action.name) : undefined } };
  },
  describe({ action }) {
    if (action === undefined) return 'The application starts no action.';
    const age =
      action.maxAgeSeconds === undefined
        ? ''
        : ` The sign-in may be at most ${action.maxAgeSeconds} seconds old.`;
    return `The application starts ${action.name}.${age}`;
  },
});

/** Compat: `NAME:parameter`; what follows a second colon is ignored. */
function readAction(text: string): InitiatedAction | undefined {
  const [name = '', parameter = ''] = text.split(':');
  return name === '' ? undefined : { name, parameter };
}

function takesParameter(name: string, parameter: string): boolean {
  const action = findRequiredAction(name);
  if (action?.needsParameter === true) return true;
  return parameter === SKIP_IF_EXISTS && action?.hasResult !== undefined;
}

function noteFaults({ realm, activity }: RealmExchange, { name, parameter }: InitiatedAction): void {
  const fault = findInitiatedActionFault(realm, name);
  if (fault !== undefined)
    activity.recordNote(
      NAME,
      `kc_action_status will be error. ${fault.reason} How to fix it: ${fault.remedy}`,
      SECTION,
    );
  else if (parameter !== '' && !takesParameter(name, parameter))
    activity.recordNote(NAME, `${name} has no parameter "${parameter}": ignored.`, SECTION);
}
