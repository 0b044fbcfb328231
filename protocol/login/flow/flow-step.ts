// The interface between the engine and the steps of a flow.
import type { StepRunWire } from '#protocol/contract/flow-runs.ts';
import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { AuthenticatorStep, FlowStep, FlowTree } from '#protocol/realm/flows/flow-tree.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { BrokeredFacts } from '../brokering/brokered.ts';
import type { Levels } from '../levels.ts';
import type { BrowserSession } from '../sign-in.ts';

/** Everything that a run depends on. */
export interface FlowFacts {
  readonly tree: FlowTree;
  readonly realm: Realm;
  readonly client: Client | undefined;
  /** The session that the request may use, and else why there is none. */
  readonly session: BrowserSession | { readonly missing: string };
  /** The session's user, who must authenticate again. */
  readonly known: StoredUser | undefined;
  /** The user identified in this tab. */
  readonly identified: StoredUser | undefined;
  /** When the person completed a step in this tab, by key. */
  readonly done: Levels;
  /** When each level was reached in this tab. */
  readonly levels: Levels;
  /** Required actions that the user has completed in this tab. */
  readonly completedActions: readonly string[];
  /** The identity provider that the request names (`kc_idp_hint`); empty: none is wanted. */
  readonly providerHint?: string | undefined;
  /** Why providers are not asked by themselves; undefined: they are. */
  readonly noRedirect?: string | undefined;
  /** No page may be shown: only providers that accept `prompt=none` are asked by themselves. */
  readonly isPassive?: boolean;
  /** The person whom a provider has identified; only in the flow of a first sign-in. */
  readonly brokered?: BrokeredFacts;
  /** What was typed on the page that asks for the name first. */
  readonly typedName?: string | undefined;
  /** Identifier of the organization that the user has chosen. */
  readonly organization?: string | undefined;
  /** The step chosen under "Try another way"; empty: none. */
  readonly chosen: string;
  /** The level that the request requires; 0: any. */
  readonly requestedLevel: number;
  /** Names of the client scopes in the request. */
  readonly scopes: () => readonly string[];
  /** The request's headers as `name: value`. */
  readonly headers: () => readonly string[];
  /** Milliseconds on the realm's clock. */
  readonly now: number;
}

/** What a step asks of the person: the name of a page or, without pages, of a check. */
export type Ask =
  | 'sign-in'
  | 'username'
  /** The name before anything else: it leads to an organization. */
  | 'name-first'
  | 'select-organization'
  | 'password'
  | 'otp'
  | 'reset-user'
  | 'reset-email'
  | 'recovery-code'
  /** Which authenticator is removed. */
  | 'remove-otp'
  /** Nothing: all authenticators are removed. */
  | 'remove-all-otp'
  /** An identity provider is asked who the person is. */
  | 'provider'
  | 'review-profile'
  /** Nothing: a user is made. */
  | 'create-user'
  | 'confirm-link'
  /** A link is sent to the user with the same name or address. */
  | 'link-email'
  | 'direct-username'
  | 'direct-password'
  | 'direct-otp';

/** A run in progress; steps change it only as far as these members allow. */
export interface FlowRun {
  readonly facts: FlowFacts;
  /** The user known so far. */
  user: StoredUser | undefined;
  /** The session that signed the user in. */
  session: BrowserSession | undefined;
  /** When each level was reached, for flows that distinguish levels. */
  levels: Record<string, number>;
  /** The highest level so far; 0: none. */
  level: number;
  /** Required actions that set up what the user lacks. */
  readonly setUps: string[];
  readonly reports: StepRunWire[];
}

export type StepOutcome =
  | { readonly did: 'succeeded'; readonly why?: string }
  | { readonly did: 'attempted'; readonly why: string }
  /** `provider`: its alias, if that is what is asked. */
  | { readonly did: 'asked'; readonly ask: Ask; readonly provider?: string }
  | { readonly did: 'refused'; readonly error: OAuthError };

/** A row of a table of steps. */
export interface StepRow {
  /** Whether a user must be known before. */
  readonly needsUser?: true;
  /** Whether the step has something to ask while no user is known; absent: it has not. */
  readonly isOffered?: (run: FlowRun) => boolean;
  /** Whether the user has what the step asks for; absent: everybody has. */
  readonly isConfigured?: (run: FlowRun, user: StoredUser, step: AuthenticatorStep) => boolean;
  /** The required action that sets it up. */
  readonly setUp?: string;
  /** The type of the credential that the step checks. */
  readonly credential?: string;
  readonly run: (run: FlowRun, step: AuthenticatorStep) => StepOutcome;
}

/** Whether a condition holds, and why. */
export interface ConditionOutcome {
  readonly holds: boolean;
  readonly why: string;
}

/** A row of the table of conditions. */
export type Condition = (
  run: FlowRun,
  step: AuthenticatorStep,
  parent: FlowStep,
  steps: StepTable,
) => ConditionOutcome;

/** Steps by provider ID. */
export type StepTable = Readonly<Record<string, StepRow>>;
