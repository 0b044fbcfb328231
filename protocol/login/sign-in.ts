// The interface between protocols and sign-in pages; the pages know protocols only through these types.
import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply, Route } from '#protocol/http/exchange.ts';
import type { Client, ClientScope } from '#protocol/realm/view/realm.ts';
import type { StoredUser, UserSession } from '#protocol/store/store.ts';
import type { BrokeringTabs } from './brokering/brokering-tabs.ts';
import type { JoinSession } from './join-session.ts';
import type { RequiredUser } from './required-user.ts';
import type { SignOutAnswer, SignOutProtocols, SignOutRequest } from './sign-out.ts';

/** A protocol's request for a sign-in. Kept while the pages are open, so it is plain data: what JSON can carry. */
export interface SignInRequest {
  /** Key in the sign-in protocol table, e.g. `openid-connect`. */
  readonly protocol: string;
  readonly clientId: string;
  /** No page may be shown (`prompt=none`, SAML `IsPassive`). */
  readonly passive: boolean;
  /** The user must reauthenticate even if a session exists (`prompt=login`, SAML `ForceAuthn`). */
  readonly forceLogin: boolean;
  /** Maximum age of the session's last authentication, in seconds; undefined: any age. */
  readonly maxAgeSeconds?: number | undefined;
  /** Requested acr values in order of preference; `essential`: one is required. OIDC Core §5.5.1.1. */
  readonly acr?: { readonly values: readonly string[]; readonly essential: boolean };
  /** Ask for consent even if it was given before (`prompt=consent`). */
  readonly forceConsent?: boolean;
  /** The user must be able to choose an account (`prompt=select_account`). */
  readonly forceAccountChoice?: boolean;
  /** The only user who may sign in (`id_token_hint`, the claims parameter's `sub`). */
  readonly requiredUser?: RequiredUser;
  /** Names of the client scopes that the request is for; absent: the client's default ones. */
  readonly scopes?: readonly string[];
  /** The identity provider that is asked first (`kc_idp_hint`); empty: none. */
  readonly providerHint?: string;
  /** Parameters of the application's request that an identity provider may get, as they were sent. */
  readonly passedOn?: Readonly<Record<string, string>>;
  /** The required action that the application starts. */
  readonly action?: InitiatedAction;
  /** Languages that the application prefers (`ui_locales`), in its order. OIDC Core §3.1.2.1. */
  readonly uiLocales?: readonly string[];
  /** Initial value of the user name field. */
  readonly loginHint?: string | undefined;
  /** The first page is the one on which people register (`prompt=create`), whoever has a session. */
  readonly registers?: boolean;
  /** The invitation to an organization that a user registers by. */
  readonly invitation?: AcceptedInvitation;
  /** Redirect to the first page, so that Reload and Back do not repeat the form that carried the request. */
  readonly pageByRedirect?: boolean;
  /** The flow in Activity. */
  readonly flow: string;
  /** What user events say of the request, by Keycloak's names: `auth_method`, `redirect_uri`. */
  readonly eventDetails?: Readonly<Record<string, string>>;
  /** The protocol's own request, returned unchanged. */
  readonly data: unknown;
}

/** An invitation to an organization, of someone without an account. */
export interface AcceptedInvitation {
  readonly organizationId: string;
  readonly id: string;
  /** The address of the account. */
  readonly email: string;
  readonly firstName?: string;
  readonly lastName?: string;
}

/** A required action that an application starts (`kc_action`). */
export interface InitiatedAction {
  /** Keycloak's alias. */
  readonly name: string;
  /** What follows the first colon of `kc_action`, such as `skip_if_exists`; may be empty. */
  readonly parameter: string;
}

/** How an action that an application started ended: `kc_action_status`. */
export type InitiatedActionStatus = 'success' | 'cancelled' | 'error';

/** The result of a sign-in. */
export interface SignedIn {
  readonly user: StoredUser;
  /** Already saved, unless `join` is given. The protocol adds its client session and saves again. */
  readonly session: UserSession;
  /** Saves the session with the client session; only for protocols with `joins`. Absent: by `sessions.update`. */
  readonly join?: JoinSession;
  /** The authentication context reached, as in the claim `acr`. */
  readonly acr: string;
  /** Its level: 1 a password, 2 a one-time code. */
  readonly level: number;
  /** The outcome of the request's action; absent if it has none. */
  readonly actionStatus?: InitiatedActionStatus;
  /** Identifier of the organization that the user has chosen for the client. */
  readonly organization?: string;
}

/** The client and scopes of a request; those shown on the consent page require the user's consent. */
export interface ConsentQuestion {
  readonly client: Client;
  readonly scopes: readonly ClientScope[];
}

/** A protocol that requests sign-ins: a row of the sign-in protocol table. */
export interface SignInProtocol {
  /** Whether `complete` saves the session by `join`, so that it is saved only once. */
  readonly joins?: true;
  /** The response that sends the user back to the client. Cookies are added afterwards. */
  complete(exchange: RealmExchange, request: SignInRequest, signedIn: SignedIn): Promise<Reply>;
  /** Ends without a session: only for what a link asks for. Absent: `complete` is called. */
  finish?(exchange: RealmExchange, request: SignInRequest, user: StoredUser): Reply;
  /** The error: `login_required`, `interaction_required`, `temporarily_unavailable`, `access_denied`. */
  refuse(exchange: RealmExchange, request: SignInRequest, error: OAuthError): Promise<Reply>;
  /** The response when no sign-in can satisfy the request; absent: only a page reports it. */
  fail?(exchange: RealmExchange, request: SignInRequest, error: OAuthError): Promise<Reply>;
  /** The consent required; undefined: none. Called after all other checks. */
  consent?(exchange: RealmExchange, request: SignInRequest): ConsentQuestion | undefined;
}

/** The protocols behind the pages. */
export interface LoginProtocols extends SignOutProtocols {
  /** The sign-in protocol table. */
  readonly signIn: Readonly<Record<string, SignInProtocol>>;
}

/** The browser's session, validated: cookie signature, lifespans, user exists and is enabled. */
export interface BrowserSession {
  readonly session: UserSession;
  readonly user: StoredUser;
}

/** A protocol's request to confirm a sign-out. */
export interface LogoutQuestion {
  /** Absolute URL that the form posts to, without query; `client_id` and `tab_id` are added. */
  readonly action: string;
  readonly clientId: string | undefined;
  /** The protocol's own request, returned unchanged. */
  readonly data: unknown;
}

/** The sign-in pages, as protocols use them. */
export interface Login {
  /** Shows a page, completes from the browser's session, or refuses. OIDC Core §3.1.2.3. */
  begin(exchange: RealmExchange, request: SignInRequest): Promise<Reply>;
  /** The browser's session. Ends the session of a removed or disabled user. */
  currentSession(exchange: RealmExchange): Promise<BrowserSession | undefined>;
  /** `Set-Cookie` values that delete the browser's session. */
  expireCookies(exchange: RealmExchange): string[];
  /** Confirms a sign-out with a single-use form, bound to this browser. OIDC RP-Initiated Logout §2. */
  askLogout(exchange: RealmExchange, question: LogoutQuestion): Promise<Reply>;
  /** Reads the confirmation (`session_code`, `tab_id`); undefined when stale, foreign or forged. */
  takeLogout(exchange: RealmExchange): Promise<{ readonly data: unknown } | undefined>;
  /**
   * Ends the session, notifies back-channel clients and deletes the cookies; then the browser visits the
   * front-channel clients one after another and returns to the protocol's `finish`.
   * SAML Profiles §4.4.3, OIDC RP-Initiated Logout §2.
   */
  signOut(exchange: RealmExchange, request: SignOutRequest): Promise<Reply>;
  /** Continues after a visited client has answered; undefined if no such message is pending for it. */
  resumeSignOut(exchange: RealmExchange, answer: SignOutAnswer): Promise<Reply | undefined>;
  /** The tabs of sign-ins through other identity providers. */
  readonly brokering: BrokeringTabs;
}

/** The sign-in pages, as the composition uses them. */
export interface LoginPages {
  readonly login: Login;
  /** The routes below `login-actions/` and the stylesheet. */
  readonly routes: readonly Route[];
  /** Names the protocols. They are created after the pages, because they use them. */
  connect(protocols: LoginProtocols): void;
}
