// The last run of each authentication flow, as Understudy's own API answers it.

/** What a step did in a run. */
export type StepDid =
  | 'succeeded'
  /** It asked something of the person. */
  | 'asked'
  /** It had nothing to offer. */
  | 'attempted'
  /** It was passed over. */
  | 'skipped'
  /** The user lacked what it needs, and sets it up after the sign-in. */
  | 'set-up'
  | 'refused'
  /** Conditions. */
  | 'met'
  | 'not-met';

/** What one step did, and why. */
export interface StepRunWire {
  /** Flow and authenticator or inner flow: `forms/auth-username-password-form`; a second one of the same name ends in `#2`. */
  readonly key: string;
  /** The authenticator's provider ID, or the alias of a flow. */
  readonly name: string;
  readonly did: StepDid;
  /** A clause: `this browser has no session`. */
  readonly why?: string;
}

/** The last run of a flow. */
export interface FlowRunWire {
  /** The alias of the flow that realm or client is bound to. */
  readonly flow: string;
  /** ISO 8601, on the realm's clock. */
  readonly at: string;
  readonly clientId: string;
  /** Absent while no user is known. */
  readonly username?: string;
  /** The exchange in Activity. */
  readonly exchange: string;
  /** In the order in which they ran; steps that are not listed did not run. */
  readonly steps: readonly StepRunWire[];
}
