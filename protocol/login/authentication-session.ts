// Sign-ins in progress: one per browser tab, bound to the browser that was given the form.
import { createRandomText, equalsInConstantTime } from '#protocol/crypto/identifiers.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { ExpiringStore, Store } from '#protocol/store/store.ts';
import { readBrowserId } from './browser-cookies.ts';
import type { Levels } from './levels.ts';
import type { SignInRequest } from './sign-in.ts';

/** How long an authentication is remembered beyond its lifespan, so that a late form is told what happened instead of being unknown. */
const REMEMBERED_BEYOND_MS = 12 * 60 * 60 * 1000;

/** At most this many authentications at once; the oldest go first. */
const CAPACITY = 10_000;

/** What the person has done in this tab so far. */
export interface Progress {
  /** Who the person has proved to be; undefined: nobody yet, the browser's session may say. */
  readonly userId: string | undefined;
  /** When each level was proven in this tab. */
  readonly levels: Levels;
  readonly rememberMe: boolean;
  /** Whether the person has consented in this tab. */
  readonly consented: boolean;
  /** Given to the tab once, for a credential that is set up in it. */
  readonly secret: string;
}

/** Nothing done yet. */
export const NO_PROGRESS: Progress = {
  userId: undefined,
  levels: {},
  rememberMe: false,
  consented: false,
  secret: '',
};

/** One tab's sign-in. Never changed in place: the stored object is the state the next page follows from. */
export interface AuthenticationSession {
  readonly tabId: string;
  readonly realmId: string;
  /** Value of the browser's `AUTH_SESSION_ID` cookie. */
  readonly browserId: string;
  /** Stands in the form of the page shown last; every page has a new one. */
  readonly sessionCode: string;
  readonly request: SignInRequest;
  /** Milliseconds on the realm's clock. */
  readonly startedAt: number;
  /** Whether the person asked to be somebody else than the session says. */
  readonly anotherUser: boolean;
  readonly progress: Progress;
  /** Whether this tab has signed in: its forms are good for nothing any more. */
  readonly finished: boolean;
}

/** The authentications of all realms. */
export interface AuthenticationSessions {
  begin(exchange: RealmExchange, browserId: string, request: SignInRequest): AuthenticationSession;
  /** The authentication that `tab_id` of the query names, if the browser's cookie is the one it was given to. */
  find(exchange: RealmExchange): FoundAuthentication;
  /** Stores the authentication's next state with a new session code. */
  renew(
    exchange: RealmExchange,
    authentication: AuthenticationSession,
    change?: AttemptChange,
  ): AuthenticationSession;
  /** Whether nothing has happened to the authentication since it was read. */
  isCurrent(exchange: RealmExchange, authentication: AuthenticationSession): boolean;
}

/** What `renew` may change. */
type AttemptChange = Partial<
  Pick<AuthenticationSession, 'startedAt' | 'anotherUser' | 'progress' | 'finished'>
>;

/** What `find` found: the authentication, or why there is none. */
export type FoundAuthentication =
  | { readonly state: 'found'; readonly authentication: AuthenticationSession }
  | { readonly state: 'other browser' }
  | { readonly state: 'unknown' };

/** Milliseconds that a person has for signing in: the realm's `accessCodeLifespanLogin`. */
function signInLifespanMs(exchange: RealmExchange): number {
  return exchange.realm.lifespans.accessCodeLogin * 1000;
}

/** Whether the authentication is older than the realm allows. */
export function isTimedOut(exchange: RealmExchange, authentication: AuthenticationSession): boolean {
  return exchange.clock.now() - authentication.startedAt > signInLifespanMs(exchange);
}

/** Whether `session_code` is the one of the page shown last in this tab; compared in constant time. */
export function hasCurrentCode(exchange: RealmExchange, authentication: AuthenticationSession): boolean {
  const sent = exchange.query.get('session_code');
  return sent !== undefined && equalsInConstantTime(sent, authentication.sessionCode);
}

/** Keeps authentications in memory; they end with the process. */
export function createAuthenticationSessions(
  store: Pick<Store, 'createExpiringStore'>,
): AuthenticationSessions {
  const authentications: ExpiringStore<AuthenticationSession> =
    store.createExpiringStore<AuthenticationSession>(CAPACITY);
  const keep = (exchange: RealmExchange, authentication: AuthenticationSession): AuthenticationSession => {
    authentications.put(
      authentication.tabId,
      authentication,
      authentication.startedAt + signInLifespanMs(exchange) + REMEMBERED_BEYOND_MS,
      exchange.clock.now(),
    );
    return authentication;
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
      return { state: 'found', authentication };
    },
    renew: (exchange, authentication, change = {}) =>
      keep(exchange, { ...authentication, ...change, sessionCode: createRandomText(32) }),
    isCurrent: (exchange, authentication) =>
      authentications.find(authentication.tabId, exchange.clock.now()) === authentication,
  };
}
