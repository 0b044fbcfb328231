// What determines the next page of a sign-in, and what it can be.
import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { Organization } from '#protocol/realm/view/organizations.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { Progress } from './authentication-session.ts';
import type { BrokeredFacts } from './brokering/brokered.ts';
import type { FlowReport } from './flow/record-run.ts';
import type { AskedStep } from './flow/run-flow.ts';
import type { Levels } from './levels.ts';
import type { BrowserSession, ConsentQuestion, SignInRequest } from './sign-in.ts';

/** Everything that determines the next page. */
export interface SignInState {
  readonly realm: Realm;
  /** Undefined when it has been removed since. */
  readonly client: Client | undefined;
  readonly request: SignInRequest;
  readonly browser: BrowserSession | undefined;
  /** Whether the user chose to sign in with another account. */
  readonly anotherUser: boolean;
  readonly progress: Progress;
  /** The user authenticated in this tab, as stored now; undefined if none, removed or disabled. */
  readonly proven: StoredUser | undefined;
  /** The person whom an identity provider has identified in this tab. */
  readonly brokered?: BrokeredFacts | undefined;
  /** The request's headers as `name: value`. */
  readonly headers: () => readonly string[];
  /** The consent that the protocol requires; called last. */
  readonly askConsent: () => ConsentQuestion | undefined;
  /** Milliseconds on the realm's clock. */
  readonly now: number;
}

/** The authenticated user. */
export interface Person {
  readonly user: StoredUser;
  readonly levels: Levels;
  /** The session that was reused; undefined when the user authenticated in this tab. */
  readonly session: BrowserSession | undefined;
  /** Required actions that set up what the flow asked for. */
  readonly setUps: readonly string[];
}

/** What comes next, and how the flow came to it; undefined: the flow did not run. */
export type NextPage = (SignInResult | ShownPage | LinkAsked | RemovalAsked | BrokeringAsked) & {
  readonly run?: FlowReport;
};

/** The outcome of a sign-in that needs no further page. */
export type SignInResult =
  | { readonly next: 'complete'; readonly person: Person }
  | { readonly next: 'refuse'; readonly error: OAuthError }
  /** No sign-in can satisfy the request. */
  | { readonly next: 'fail'; readonly error: OAuthError }
  /** The flow denies access. */
  | { readonly next: 'deny'; readonly error: OAuthError };

/** Pages of steps in the flow. */
export type StepPage = {
  /** The step's key in the flow; undefined: the request's level asks for it, not the flow. */
  readonly key: string | undefined;
  /** Steps that the person can choose instead. */
  readonly others: readonly AskedStep[];
} & (
  | { readonly next: 'username' }
  /** `known`: the user who must authenticate again. */
  | { readonly next: 'sign-in'; readonly known: StoredUser | undefined }
  | { readonly next: 'password'; readonly user: StoredUser }
  | { readonly next: 'otp'; readonly user: StoredUser }
  | { readonly next: 'recovery-code'; readonly user: StoredUser }
  | { readonly next: 'remove-otp'; readonly user: StoredUser }
);

/** A link of a forgotten password is sent. */
interface LinkAsked {
  readonly next: 'reset-email';
  readonly user: StoredUser;
}

/** All authenticators are removed; then the flow goes on after this step. */
interface RemovalAsked {
  readonly next: 'remove-all-otp';
  readonly key: string;
  readonly user: StoredUser;
}

/** What a sign-in through an identity provider does next, without a page. */
export type BrokeringAsked =
  /** The browser is sent to the provider. */
  | { readonly next: 'provider'; readonly alias: string }
  | { readonly next: 'create-user'; readonly key: string; readonly brokered: BrokeredFacts }
  | { readonly next: 'link-user'; readonly user: StoredUser; readonly brokered: BrokeredFacts };

/** Pages of a first sign-in through an identity provider. */
export interface BrokeringPage {
  readonly next: 'review-profile' | 'confirm-link' | 'link-email';
  /** The step's key in the flow. */
  readonly key: string;
  readonly brokered: BrokeredFacts;
}

/** Pages of the step `organization`. */
export type OrganizationPage =
  /** The name is asked before anything else. `organization`: no user of it has the name that was typed. */
  | { readonly next: 'name-first'; readonly organization: Organization | undefined }
  | {
      readonly next: 'select-organization';
      readonly user: StoredUser;
      readonly organizations: readonly Organization[];
    };

export type ShownPage =
  | StepPage
  | BrokeringPage
  | OrganizationPage
  /** `sessionId`: the browser's session, if any. `isInitiated`: the application started the action. */
  | {
      readonly next: 'required-action';
      readonly user: StoredUser;
      readonly name: string;
      readonly sessionId: string | undefined;
      readonly isInitiated?: true;
    }
  /** `question` lists the scopes not granted yet. */
  | { readonly next: 'consent'; readonly user: StoredUser; readonly question: ConsentQuestion };
