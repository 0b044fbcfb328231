// Authentication sessions: sign-ins in progress, one per tab, bound to the browser that received the form.
import { createRandomText, equalsInConstantTime } from '#protocol/crypto/identifiers.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { Store, ValueDecision } from '#protocol/store/store.ts';
import type { ActionTokenType } from './action-tokens/action-token.ts';
import type { AccountLinking, BrokeredSignIn, ProviderRequest } from './brokering/brokered.ts';
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
  /** What has been sent to an identity provider, whose answer is awaited. */
  readonly providerRequest?: ProviderRequest;
  /** The identity provider that has sent the person back without a name: it is not asked again by itself. */
  readonly refusedBy?: string;
  /** The account that is being linked with the user. */
  readonly linking?: AccountLinking;
  /** The person whom an identity provider has identified. */
  readonly brokered?: BrokeredSignIn;
  /** The user resets a forgotten password, so that the flow for that is run. */
  readonly resets?: boolean;
  /** The user has registered in this tab. */
  readonly registered?: boolean;
  /** Required actions of this tab besides the user's own, such as the new password after a forgotten one. */
  readonly actions?: readonly string[];
  /** The single-use link that authenticated the user in this tab, until it is used up. Milliseconds. */
  readonly link?: { readonly id: string; readonly type: ActionTokenType; readonly expiresAt: number };
  /** What was typed on the page that asks for the name first. */
  readonly typedName?: string;
  /** Identifier of the organization that the user has chosen. */
  readonly organization?: string;
  /** For the sign-in page: what has been done. */
  readonly notice?: string;
  /** The address that this tab has had a verification link sent to. */
  readonly verificationSentTo?: string;
  /** The address that this tab has had a link sent to, by which an account is linked. */
  readonly linkSentTo?: string;
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

/** One tab's sign-in. Plain data; a state is known by its `sessionCode`. */
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
  begin(
    exchange: RealmExchange,
    browserId: string,
    request: SignInRequest,
    progress?: Progress,
  ): Promise<AuthenticationSession>;
  /**
   * Looks up a tab, by default the query's `tab_id`; the browser's cookie must match the authentication session. A
   * language in the query becomes the tab's.
   */
  find(exchange: RealmExchange, tabId?: string): Promise<FoundAuthentication>;
  /** Stores the next state with a new session code. What is not in `change` is as it is stored now. */
  renew(
    exchange: RealmExchange,
    authentication: AuthenticationSession,
    change?: AuthenticationSessionChange,
  ): Promise<AuthenticationSession>;
  /**
   * As `renew`, but only if nobody has renewed the authentication session since it was read; otherwise undefined. Of a
   * form that was submitted twice at once, even to two servers, only the first one processed goes on.
   */
  advance(
    exchange: RealmExchange,
    authentication: AuthenticationSession,
    change?: AuthenticationSessionChange,
  ): Promise<AuthenticationSession | undefined>;
  /** A tab of any browser; undefined: there is none. */
  findAnywhere(exchange: RealmExchange, tabId: string): Promise<AuthenticationSession | undefined>;
  /** Changes what has been done in a tab. The page that it shows stays valid. */
  amend(
    exchange: RealmExchange,
    authentication: AuthenticationSession,
    change: (current: AuthenticationSession) => Progress,
  ): Promise<void>;
  /** Whether nobody has renewed the authentication session since it was read. */
  isCurrent(exchange: RealmExchange, authentication: AuthenticationSession): Promise<boolean>;
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

/** Until when it is stored, in milliseconds on the realm's clock. */
function keptUntil(exchange: RealmExchange, { startedAt }: AuthenticationSession): number {
  return startedAt + signInLifespanMs(exchange) + REMEMBERED_BEYOND_MS;
}

/** Stores what a change has made of a tab; undefined: it stays as it is. */
function decideOn<Changed extends AuthenticationSession | undefined>(
  exchange: RealmExchange,
  changed: Changed,
): ValueDecision<AuthenticationSession, Changed> {
  if (changed === undefined) return { result: changed };
  return { value: changed, expiresAt: keptUntil(exchange, changed), result: changed };
}

function newSession(
  exchange: RealmExchange,
  browserId: string,
  request: SignInRequest,
): AuthenticationSession {
  return {
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
  };
}

/** Without a database they end with the server. */
export function createAuthenticationSessions(
  store: Pick<Store, 'createExpiringStore'>,
): AuthenticationSessions {
  const authentications = store.createExpiringStore<AuthenticationSession>('authentication-session', {
    capacity: CAPACITY,
    mayBeLost: true,
  });
  /** Stores what `change` makes of the tab as it is now; undefined: it stays as it is. */
  const update = <Changed extends AuthenticationSession | undefined>(
    exchange: RealmExchange,
    known: AuthenticationSession,
    change: (current: AuthenticationSession | undefined) => Changed,
  ): Promise<Changed> => {
    const { realm, clock } = exchange;
    const decide = (current: AuthenticationSession | undefined) => decideOn(exchange, change(current));
    return authentications.update(realm.id, known.tabId, clock.now(), decide, known);
  };
  /** Every page and form of the tab takes the parameter; its forms stay valid. */
  const withLocale = async (
    exchange: RealmExchange,
    authentication: AuthenticationSession,
  ): Promise<AuthenticationSession> => {
    const locale = requestedLocale(exchange);
    return locale === undefined || locale === authentication.locale
      ? authentication
      : update(exchange, authentication, (current = authentication) => ({ ...current, locale }));
  };
  return {
    async begin(exchange, browserId, request, progress = NO_PROGRESS) {
      const begun = { ...newSession(exchange, browserId, request), progress };
      await authentications.put(begun.tabId, begun, keptUntil(exchange, begun), begun.startedAt);
      return begun;
    },
    async find(exchange, tabId) {
      const { realm, clock, query } = exchange;
      const id = tabId ?? query.get('tab_id') ?? '';
      const authentication = await authentications.find(realm.id, id, clock.now());
      if (authentication === undefined) return { state: 'unknown' };
      const browserId = readBrowserId(exchange);
      if (browserId === undefined || !equalsInConstantTime(browserId, authentication.browserId)) {
        return { state: 'other browser' };
      }
      return { state: 'found', authentication: await withLocale(exchange, authentication) };
    },
    renew(exchange, authentication, change = {}) {
      const sessionCode = createRandomText(32);
      return update(exchange, authentication, (current = authentication) => ({
        ...current,
        ...change,
        sessionCode,
      }));
    },
    advance(exchange, authentication, change = {}) {
      const sessionCode = createRandomText(32);
      return update(exchange, authentication, (current) =>
        current?.sessionCode === authentication.sessionCode
          ? { ...current, ...change, sessionCode }
          : undefined,
      );
    },
    findAnywhere: ({ realm, clock }, tabId) => authentications.find(realm.id, tabId, clock.now()),
    async amend(exchange, authentication, change) {
      await update(
        exchange,
        authentication,
        (current) => current && { ...current, progress: change(current) },
      );
    },
    async isCurrent({ realm, clock }, { tabId, sessionCode }) {
      const current = await authentications.find(realm.id, tabId, clock.now());
      return current?.sessionCode === sessionCode;
    },
  };
}
