// The types of credentials that users can set up, as the account API describes them to users.
import { executionsOf, listFlows } from '../flows/realm-flows.ts';
import type { Realm } from '../view/realm.ts';
import { RECOVERY_CODES } from './recovery-codes.ts';
import { isActionEnabled } from './required-actions.ts';

/** Names of texts are those of Keycloak's account console. */
export interface CredentialType {
  readonly type: string;
  readonly category: 'basic-authentication' | 'two-factor';
  readonly iconCssClass: string;
  /** The required action that sets a credential up, or changes it. */
  readonly action: string;
  readonly removeable: boolean;
  /** Whether a user can have several. */
  readonly several: boolean;
  /** Keycloak's providers whose steps ask for it. */
  readonly providers: readonly string[];
}

const TYPES: readonly CredentialType[] = [
  {
    type: 'password',
    category: 'basic-authentication',
    iconCssClass: 'kcAuthenticatorPasswordClass',
    action: 'UPDATE_PASSWORD',
    removeable: false,
    several: false,
    providers: [
      'auth-username-password-form',
      'auth-password-form',
      'basic-auth',
      'direct-grant-validate-password',
      'reset-password',
    ],
  },
  {
    type: 'otp',
    category: 'two-factor',
    iconCssClass: 'kcAuthenticatorOTPClass',
    action: 'CONFIGURE_TOTP',
    removeable: true,
    several: true,
    providers: ['auth-otp-form', 'auth-conditional-otp-form', 'direct-grant-validate-otp', 'reset-otp'],
  },
  {
    type: RECOVERY_CODES,
    category: 'two-factor',
    iconCssClass: 'kcAuthenticatorRecoveryAuthnCodesClass',
    action: 'CONFIGURE_RECOVERY_AUTHN_CODES',
    removeable: true,
    several: false,
    providers: ['auth-recovery-authn-code-form'],
  },
];

const isDisabled = (requirement: unknown): boolean => requirement === 'DISABLED';

/** Aliases of sub-flows that are disabled, with all below them. */
function listDisabledFlows({ stored }: Realm): ReadonlySet<unknown> {
  const flows = listFlows(stored);
  const disabled = new Set<unknown>();
  const add = (alias: unknown): void => {
    if (disabled.has(alias)) return;
    disabled.add(alias);
    for (const flow of flows.filter((each) => each['alias'] === alias))
      for (const { execution } of executionsOf(flow))
        if (execution['flowAlias'] !== undefined) add(execution['flowAlias']);
  };
  for (const flow of flows)
    for (const { execution } of executionsOf(flow))
      if (execution['flowAlias'] !== undefined && isDisabled(execution['requirement']))
        add(execution['flowAlias']);
  return disabled;
}

/** Providers of all steps that are not disabled, in any flow of the realm. */
function listProviders(realm: Realm): ReadonlySet<unknown> {
  const disabled = listDisabledFlows(realm);
  return new Set(
    listFlows(realm.stored)
      .filter((flow) => !disabled.has(flow['alias']))
      .flatMap((flow) => executionsOf(flow))
      .filter(({ execution }) => !isDisabled(execution['requirement']))
      .map(({ execution }) => execution['authenticator']),
  );
}

/** The types that some flow of the realm asks for. Compat: as in Keycloak, whether or not the flow is bound. */
export function listCredentialTypes(realm: Realm): readonly CredentialType[] {
  const asked = listProviders(realm);
  return TYPES.filter(({ providers }) => providers.some((provider) => asked.has(provider)));
}

/** The action that sets up the first or another credential, or changes the only one; undefined: switched off. */
export function actionsOf(
  realm: Realm,
  { action, several }: CredentialType,
  count: number,
): { readonly create?: string; readonly update?: string } {
  if (!isActionEnabled(realm, action)) return {};
  return several || count === 0 ? { create: action } : { update: action };
}

/** Undefined for a type that Understudy does not use. A credential without a type is a password. */
export function findCredentialType(type: string | undefined): CredentialType | undefined {
  return TYPES.find((row) => row.type === (type ?? 'password'));
}
