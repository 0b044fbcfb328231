// What the registration flow of a realm asks for.
import type { RegistrationStepName } from '#protocol/contract/flow-step-names.ts';
import { findFlowTree, listAuthenticators } from '#protocol/realm/flows/flow-tree.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';

/** The form actions of the flow that are enabled. All others are passed over, and the import report names them. */
export interface RegistrationForm {
  /** Alias of the flow. */
  readonly flow: string;
  /** Without this one nobody can register. */
  readonly createsUser: boolean;
  readonly asksPassword: boolean;
  readonly asksTerms: boolean;
  /** Every enabled action, in order, for the report of a run. */
  readonly steps: readonly { readonly key: string; readonly name: string }[];
}

export function findRegistrationForm(realm: Realm): RegistrationForm {
  const { alias, steps } = findFlowTree(realm, undefined, 'registration');
  const actions = listAuthenticators(steps);
  const has = (name: RegistrationStepName): boolean =>
    actions.some(({ authenticator }) => authenticator === name);
  return {
    flow: alias,
    createsUser: has('registration-user-creation'),
    asksPassword: has('registration-password-action'),
    asksTerms: has('registration-terms-and-conditions'),
    steps: actions.map(({ key, authenticator }) => ({ key, name: authenticator })),
  };
}
