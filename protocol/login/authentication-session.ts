// Authentication sessions: sign-ins in progress, one per tab, bound to the browser that received the form.
import { createRandomText, equalsInConstantTime } from '#protocol/crypto/identifiers.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { Store } from '#protocol/store/store.ts';
import type { ActionTokenType } from './action-tokens/action-token.ts';
import { readBrowserId } from './browser-cookies.ts';
import type { Levels } from './levels.ts';
import { requestedLocale } from './requested-locale.ts';
import type { InitiatedActionStatus, SignInRequest } from './sign-in.ts';

/** How long an authentication session is kept after it expires, so that a late form gets an explanation. */
const REMEMBERED_BEYOND_MS = 12 * 60 * 60 * 1000;

/** Maximum number of authentication sessions; the oldest are dropped first. */
const CAPACITY = 10_000;

/** Recovery codes that a page shows. */
export interface NewRecoveryCodes {
  /** Without hyphens. */
  readonly codes: readonly string[];
  /** Milliseconds. */
  readonly generatedAt: number;
}

/** What the user has completed in this tab so far. */
export interface Progress {
  /** The user identified in this tab; undefined: none yet, though the browser may have a session. */
  readonly userId: string | undefined;
  /** When each step of the flow was completed in this tab, by its key. */
  readonly done: Levels;
  /** The step chosen under "Try another way"; empty: none. */
  readonly chosen: string;
  /** When each level was proven in this tab. */
  readonly levels: Levels;
  readonly rememberMe: boolean;
  /** Whether the user has consented in this tab. */
  readonly consented: boolean;
  /** Secret of a credential being set up in this tab, created once. */
  readonly secret: string;
  /** Recovery codes being set up in this tab. */
  readonly recoveryCodes?: NewRecoveryCodes | undefined;
  /** Required actions that the user has completed in this tab. */
  readonly completedActions?: readonly string[];
  /** The user whom a link has identified in this tab. */
  readonly linkedUserId?: string;
  /** The user resets a forgotten password, so that the flow for that is run. */
  readonly resets?: boolean;
  /** The user has registered in this tab. */
  readonly registered?: boolean;
  /** Required actions of this tab besides the user's own, such as the new password after a forgotten one. */
  readonly actions?: readonly string[];
  /** The single-use link that authenticated the user in this tab, until it is used up. Milliseconds. */
  readonly link?: { readonly id: string; readonly type: ActionTokenType; readonly expiresAt: number };
  /** For the sign-in page: what has been done. */
  readonly notice?: string;
  /** The address that this tab has had a verification link sent to. */
  readonly verificationSentTo?: string;
  /** How the request's action ended in this tab. */
  readonly actionStatus?: InitiatedActionStatus;
}

export const NO_PROGRESS: Progress = {
  userId: undefined,
  done: {},
  chosen: '',
  levels: {},
  rememberMe: false,
  consented: false,
  secret: '',
};

/** One tab's sign-in. Never mutated: `isCurrent` compares identity. */
export interface AuthenticationSession {
  readonly tabId: string;
  readonly realmId: string;
  /** Value of the browser's `AUTH_SESSION_ID` cookie. */
  readonly browserId: string;
  /** Included in the form of the latest page; every page has a new one. */
  readonly sessionCode: string;
  readonly request: SignInRequest;
  /** Milliseconds on the realm's clock. */
  readonly startedAt: number;
  /** Whether the user chose to sign in with another account. */
  readonly anotherUser: boolean;
  readonly progress: Progress;
  /** The language chosen with `kc_locale`, for the whole journey; undefined: none. */
  readonly locale: string | undefined;
  /** Whether this tab has signed in; its forms are no longer valid. */
  readonly finished: boolean;
}

/** The authentication sessions of all realms. */
export interface AuthenticationSessions {
  begin(exchange: RealmExchange, browserId: string, request: SignInRequest): AuthenticationSession;
  /**
   * Looks up the query's `tab_id`; the browser's cookie must match the authentication session. A language in the query
   * becomes the tab's.
   */
  find(exchange: RealmExchange): FoundAuthentication;
  /** Stores the next state with a new session code. */
  renew(
    exchange: RealmExchange,
    authentication: AuthenticationSession,
    change?: AuthenticationSessionChange,
  ): AuthenticationSession;
  /** Whether the authentication session is unchanged since it was read. */
  isCurrent(exchange: RealmExchange, authentication: AuthenticationSession): boolean;
}

type AuthenticationSessionChange = Partial<
  Pick<AuthenticationSession, 'startedAt' | 'anotherUser' | 'progress' | 'finished'>
>;

export type FoundAuthentication =
  | { readonly state: 'found'; readonly authentication: AuthenticationSession }
  | { readonly state: 'other browser' }
  | { readonly state: 'unknown' };

/** How long a sign-in may take: the realm's `accessCodeLifespanLogin`, in milliseconds. */
function signInLifespanMs(exchange: RealmExchange): number {
  return exchange.realm.lifespans.accessCodeLogin * 1000;
}

export function isTimedOut(exchange: RealmExchange, authentication: AuthenticationSession): boolean {
  return exchange.clock.now() - authentication.startedAt > signInLifespanMs(exchange);
}

/** Whether `session_code` is that of the tab's latest page; compared in constant time. */
export function hasCurrentCode(exchange: RealmExchange, authentication: AuthenticationSession): boolean {
  const sent = exchange.query.get('session_code');
  return sent !== undefined && equalsInConstantTime(sent, authentication.sessionCode);
}

/** Keeps authentication sessions in memory; they are lost on restart. */
export function createAuthenticationSessions(
  store: Pick<Store, 'createExpiringStore'>,
): AuthenticationSessions {
  const authentications = store.createExpiringStore<AuthenticationSession>(CAPACITY);
  const keep = (exchange: RealmExchange, authentication: AuthenticationSession): AuthenticationSession => {
    authentications.put(
      authentication.tabId,
      authentication,
      authentication.startedAt + signInLifespanMs(exchange) + REMEMBERED_BEYOND_MS,
      exchange.clock.now(),
    );
    return authentication;
  };
  /** Every page and form of the tab takes the parameter; its forms stay valid. */
  const withLocale = (
    exchange: RealmExchange,
    authentication: AuthenticationSession,
  ): AuthenticationSession => {
    const locale = requestedLocale(exchange);
    return locale === undefined || locale === authentication.locale
      ? authentication
      : keep(exchange, { ...authentication, locale });
  };
  return {
    begin: (exchange, browserId, request) =>
      keep(exchange, {
        tabId: createRandomText(16),
        realmId: exchange.realm.id,
        browserId,
        sessionCode: createRandomText(32),
        request,
        startedAt: exchange.clock.now(),
        anotherUser: false,
        progress: NO_PROGRESS,
        locale: requestedLocale(exchange),
        finished: false,
      }),
    find: (exchange) => {
      const authentication = authentications.find(exchange.query.get('tab_id') ?? '', exchange.clock.now());
      if (authentication === undefined || authentication.realmId !== exchange.realm.id)
        return { state: 'unknown' };
      const browserId = readBrowserId(exchange);
      if (browserId === undefined || !equalsInConstantTime(browserId, authentication.browserId)) {
        return { state: 'other browser' };
      }
      return { state: 'found', authentication: withLocale(exchange, authentication) };
    },
    renew: (exchange, authentication, change = {}) =>
      keep(exchange, { ...authentication, ...change, sessionCode: createRandomText(32) }),
    isCurrent: (exchange, authentication) =>
      authentications.find(authentication.tabId, exchange.clock.now()) === authentication,
  };
}
