// The interface of required actions: a page and the handling of its form.
import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { SessionEnder } from '#protocol/realm/sessions/sessions.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { Store, StoredUser } from '#protocol/store/store.ts';
import type { ActionMailDeps } from '../action-tokens/action-mailer.ts';
import type { AuthenticationSession, NewRecoveryCodes, Progress } from '../authentication-session.ts';
import type { SignInRequest } from '../sign-in.ts';
import type { PageMessage } from '../texts/message.ts';

export interface ActionDependencies extends ActionMailDeps {
  readonly store: Store;
  readonly endSession: SessionEnder;
}

/** Error messages by field name. */
export type FieldProblems = Readonly<Record<string, PageMessage>>;

export interface ActionPage {
  /** Absolute URL that the form posts to, query included. */
  readonly action: string;
  /** Absolute URL of the page itself. */
  readonly pageUrl: string;
  readonly user: StoredUser;
  readonly problems: FieldProblems;
  /** The one-time code to fill in. */
  readonly code: string | undefined;
  /** Whether the application started the action, which the user may then cancel. */
  readonly isInitiated: boolean;
  /** The address that this tab has had a verification link sent to. */
  readonly verificationSentTo: string | undefined;
  /** The tab's secret for a credential being set up; the same on every page of the tab. */
  readonly secret: string;
  /** The tab's recovery codes being set up. */
  readonly recoveryCodes: NewRecoveryCodes | undefined;
  /** Names of the scopes of the sign-in. */
  readonly scopes: readonly string[];
  /** What follows the name of the action that the application started. */
  readonly parameter: string | undefined;
}

interface ActionAnswer {
  readonly user: StoredUser;
  readonly secret: string;
  /** The browser's session, if it already has one. */
  readonly sessionId: string | undefined;
  readonly authentication: AuthenticationSession;
  /** Names of the scopes of the sign-in. */
  readonly scopes: readonly string[];
}

export type ActionResult =
  /** `change` updates the user; `level`: level of authentication reached by the action. */
  | {
      readonly state: 'done';
      readonly change: (user: StoredUser) => StoredUser;
      readonly level?: number;
      readonly progress?: Partial<Progress>;
    }
  /** The user must open a link that has been sent; without a page, the action's own is shown again. */
  | { readonly state: 'asked'; readonly progress?: Partial<Progress>; readonly page?: Reply }
  /** The sign-in ends with a page of the action, without an answer for the client. */
  | { readonly state: 'ended'; readonly page: Reply }
  /** The page is shown again; `error` explains why, instead of the problems. */
  | { readonly state: 'wrong'; readonly problems: FieldProblems; readonly error?: OAuthError }
  /** The page is shown again with a one-time code filled in. */
  | { readonly state: 'filled'; readonly code: string }
  /** The user declined; reported to the client. */
  | { readonly state: 'declined'; readonly error: OAuthError };

export interface RequiredAction {
  /** Whether applications can start the action (`kc_action`). */
  readonly canBeInitiated?: true;
  /** Whether `kc_action` names an object after a colon, so that only an application can start the action. */
  readonly needsParameter?: true;
  /** Whether the user has what the action sets up, so that `skip_if_exists` skips it. */
  hasResult?(user: StoredUser): boolean;
  /** Whether the user is not asked at all, for lack of what the action is about. */
  isIgnored?(user: StoredUser, realm: Realm, request?: Pick<SignInRequest, 'action' | 'clientId'>): boolean;
  /** Whether there is nothing to do when an application starts the action. */
  isDone?(user: StoredUser, realm: Realm): boolean;
  /** Called before the page is shown; returns what it adds to the tab's progress. */
  prepare?(
    exchange: RealmExchange,
    deps: ActionDependencies,
    shown: {
      readonly user: StoredUser;
      readonly authentication: AuthenticationSession;
      readonly isInitiated: boolean;
    },
  ): Promise<Partial<Progress>>;
  render(exchange: RealmExchange, page: ActionPage): Reply;
  take(exchange: RealmExchange, deps: ActionDependencies, answer: ActionAnswer): Promise<ActionResult>;
}
