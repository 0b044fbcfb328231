// What a protocol asks of the sign-in pages and what it gets back; the pages know no protocol beyond these types.
import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply, Route } from '#protocol/http/exchange.ts';
import type { Client, ClientScope } from '#protocol/realm/view/realm.ts';
import type { StoredUser, UserSession } from '#protocol/store/store.ts';
import type { SignOutAnswer, SignOutRequest } from './sign-out.ts';

/** A protocol's wish that somebody signs in. Kept as it is while the pages are open, so it must never be changed in place. */
export interface SignInRequest {
  /** Row of the sign-in protocol table that completes or refuses it, e.g. `openid-connect`. */
  readonly protocol: string;
  readonly clientId: string;
  /** No page may be shown (`prompt=none`, SAML `IsPassive`). */
  readonly passive: boolean;
  /** The person must prove who they are although a session exists (`prompt=login`, SAML `ForceAuthn`). */
  readonly forceLogin: boolean;
  /** A session whose last authentication is older does not count; undefined: any age will do. Seconds. */
  readonly maxAgeSeconds: number | undefined;
  /** Names of authentication contexts that would do, the most wanted first; `essential`: nothing less will do. OIDC Core §5.5.1.1. */
  readonly acr?: { readonly values: readonly string[]; readonly essential: boolean };
  /** Consent that was given before does not count (`prompt=consent`). */
  readonly forceConsent?: boolean;
  /** The person must be able to choose who to be (`prompt=select_account`). */
  readonly forceAccountChoice?: boolean;
  /** Nobody but this user will do (`id_token_hint`, the claims parameter's `sub`). */
  readonly requiredUserId?: string;
  /** Fills the user name field. */
  readonly loginHint: string | undefined;
  /** Wished languages, as sent; kept for the protocol, the pages are in English. */
  readonly uiLocales: string | undefined;
  /** The first page is shown by a redirect to it, so that Reload and Back repeat the page and not the form that brought the request. */
  readonly pageByRedirect?: boolean;
  /** Activity's flow. */
  readonly flow: string;
  /** The protocol's own request, given back unchanged. */
  readonly data: unknown;
}

/** Who signed in, and in which session. */
export interface SignedIn {
  readonly user: StoredUser;
  /** Saved already; a protocol adds its client session and saves again. */
  readonly session: UserSession;
  /** True when the person has just proved who they are; false when an existing session was enough. */
  readonly interactive: boolean;
  /** The authentication context reached, as the claim `acr` names it. */
  readonly acr: string;
  /** Its level: 1 a password, 2 a one-time code. */
  readonly level: number;
}

/** Which scopes of which client a request would use; the person is asked about those that are shown on the consent page. */
export interface ConsentQuestion {
  readonly client: Client;
  readonly scopes: readonly ClientScope[];
}

/** A protocol that signs people in: a row of the sign-in protocol table. */
export interface SignInProtocol {
  /** The answer that takes the person back to the client. Cookies are added to it afterwards. */
  complete(exchange: RealmExchange, request: SignInRequest, signedIn: SignedIn): Promise<Reply>;
  /** The answer that tells the client why nobody signed in: `login_required`, `temporarily_unavailable`, `access_denied`. */
  refuse(exchange: RealmExchange, request: SignInRequest, error: OAuthError): Promise<Reply>;
  /** The answer when nobody can be what the request demands; absent: a page says so, and the client hears nothing. */
  fail?(exchange: RealmExchange, request: SignInRequest, error: OAuthError): Promise<Reply>;
  /** What the person must consent to; undefined: nothing. Asked when everything else is done. */
  consent?(exchange: RealmExchange, request: SignInRequest): ConsentQuestion | undefined;
}

/** The browser's session, checked: signature of its cookie, lifespans, user present and enabled. */
export interface BrowserSession {
  readonly session: UserSession;
  readonly user: StoredUser;
}

/** A protocol's wish to ask the person whether to sign out. */
export interface LogoutQuestion {
  /** Absolute URL that the form posts to, without query; `client_id` and `tab_id` are added. */
  readonly action: string;
  readonly clientId: string | undefined;
  /** The protocol's own request, given back unchanged. */
  readonly data: unknown;
}

/** The sign-in pages as the protocols see them. */
export interface Login {
  /** Starts a sign-in: a page, completion at once from the browser's session, or the refusal `login_required`. OIDC Core §3.1.2.3. */
  begin(exchange: RealmExchange, request: SignInRequest): Promise<Reply>;
  /** The browser's session. The session of a removed or disabled user is ended on the way. */
  currentSession(exchange: RealmExchange): Promise<BrowserSession | undefined>;
  /** `Set-Cookie` values that take the browser's session away. */
  expireCookies(exchange: RealmExchange): string[];
  /** Asks whether to sign out; the form's answer is good once, for this browser only. OIDC RP-Initiated Logout §2. */
  askLogout(exchange: RealmExchange, question: LogoutQuestion): Promise<Reply>;
  /** Takes the answer to `askLogout` from the form (`session_code`) and query (`tab_id`); undefined when stale, foreign or forged. */
  takeLogout(exchange: RealmExchange): { readonly data: unknown } | undefined;
  /**
   * Signs out: the session ends, back-channel clients are told, the cookies go, then the browser visits the front-channel clients one after
   * another and comes back to the protocol's `finish`. SAML Profiles §4.4.3, OIDC RP-Initiated Logout §2.
   */
  signOut(exchange: RealmExchange, request: SignOutRequest): Promise<Reply>;
  /** Goes on with a sign-out when a client that was visited has answered; undefined when no such message waits for this client. */
  resumeSignOut(exchange: RealmExchange, answer: SignOutAnswer): Promise<Reply | undefined>;
  /** The form targets below `login-actions/` and the stylesheet. */
  readonly routes: readonly Route[];
}
