// Authentication flows as realm files contain them.
import type { Unchecked, UnknownMembers } from './realm-representation.ts';

/** A step of a flow: an authenticator, or the flow `flowAlias`. */
export interface FlowExecutionRepresentation
  extends UnknownMembers,
    Unchecked<'authenticatorFlow' | 'autheticatorFlow' | 'userSetupAllowed' | 'id'> {
  /** Provider ID: `auth-cookie`. */
  authenticator?: string;
  /** The alias of its settings. */
  authenticatorConfig?: string;
  flowAlias?: string;
  /** `REQUIRED`, `ALTERNATIVE`, `CONDITIONAL`, `DISABLED`; `OPTIONAL` before Keycloak 8. */
  requirement?: string;
  /** A lower one comes first. */
  priority?: number;
}

/** An authentication flow, or a flow within one. */
export interface AuthenticationFlowRepresentation
  extends UnknownMembers,
    Unchecked<'description' | 'providerId' | 'topLevel' | 'builtIn'> {
  id?: string;
  alias?: string;
  authenticationExecutions?: FlowExecutionRepresentation[];
}

/** Settings of one authenticator; `config` values are strings. */
export interface AuthenticatorConfigRepresentation extends UnknownMembers, Unchecked<'id'> {
  alias?: string;
  config?: Record<string, string>;
}
