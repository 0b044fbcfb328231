// What the broker needs of a sign-in in progress: its tab, and what becomes of a provider's answer.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { BrokeredIdentity } from '#protocol/realm/users/brokered-identity.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import {
  type AuthenticationSession,
  isTimedOut,
  NO_PROGRESS,
  type Progress,
} from '../authentication-session.ts';
import { resumeAuthentication } from '../authentication-session-problems.ts';
import { ensureBrowserId, withCookies } from '../browser-cookies.ts';
import { findBrowserSession } from '../browser-session.ts';
import { clientHome } from '../client-home.ts';
import type { Parts } from '../complete-sign-in.ts';
import { continueSignIn, endSignIn, findNextPage, proceed } from '../continue-sign-in.ts';
import { renderErrorPage } from '../error-page.ts';
import { handleTimeout, showExpired } from '../late-answers.ts';
import type { BrowserSession, SignInRequest } from '../sign-in.ts';
import { EN } from '../texts/table.ts';
import type { ProviderRequest } from './brokered.ts';
import { findDisabled } from './find-disabled.ts';
import { cancelLinking, failLinking, linkAccount } from './link-account.ts';
import { type LinkingData, linkingRequest } from './linking-request.ts';
import { storeSynced } from './store-synced.ts';

/** A tab that is sent to a provider, or comes back from it. */
export interface BrokeredTab {
  readonly tabId: string;
  readonly request: SignInRequest;
  /** What was sent to the provider; undefined: nothing, or it has been answered. */
  readonly providerRequest: ProviderRequest | undefined;
  /** The provider whose account is being linked; undefined: a sign-in. */
  readonly linking: string | undefined;
}

type FoundTab = { readonly tab: BrokeredTab; readonly reply?: undefined } | { readonly reply: Reply };

/** The sign-in pages, as the broker uses them. */
export interface BrokeringTabs {
  /** The browser's session. */
  currentSession(exchange: RealmExchange): Promise<BrowserSession | undefined>;
  /** A tab in which an application has the account of a provider linked with the session's user. */
  beginLinking(
    exchange: RealmExchange,
    browser: BrowserSession,
    link: LinkingData & { readonly clientId: string; readonly provider: string },
  ): Promise<{ readonly tab: BrokeredTab; readonly cookies: readonly string[] }>;
  /** A tab of this browser, by default the one of the query's `tab_id`, or the page that says why it cannot go on. */
  find(exchange: RealmExchange, tabId?: string): Promise<FoundTab>;
  /** Keeps what is compared with the provider's answer. An earlier request of the tab is no longer answered. */
  await(exchange: RealmExchange, tab: BrokeredTab, request: ProviderRequest): Promise<void>;
  /**
   * Takes the provider's answer, before it is used: the same answer may arrive twice, and only the first one counts. The
   * others get a page, and change nothing.
   */
  claim(exchange: RealmExchange, tab: BrokeredTab): Promise<FoundTab>;
  /** A provider has identified a person whom no tab has sent there: the sign-in of `request` begins with that. */
  acceptUnsolicited(
    exchange: RealmExchange,
    request: SignInRequest,
    identity: BrokeredIdentity,
  ): Promise<Reply>;
  /** The provider has identified the person: the sign-in goes on, or the flow of a first sign-in begins. */
  accept(exchange: RealmExchange, tab: BrokeredTab, identity: BrokeredIdentity): Promise<Reply>;
  /** The provider has not identified the person: the sign-in page says so. */
  refuse(exchange: RealmExchange, tab: BrokeredTab, provider: string, error: OAuthError): Promise<Reply>;
}

/** The rule in Activity. */
const RULE = 'identity-provider';
const SECTION = 'Keycloak identity brokering';

/** The tabs that {@link createBrokeringTabs} has given away. */
type Tabs = WeakMap<BrokeredTab, AuthenticationSession>;

export function createBrokeringTabs(parts: Parts): BrokeringTabs {
  const tabs: Tabs = new WeakMap();
  const known = (tab: BrokeredTab): AuthenticationSession => {
    const authentication = tabs.get(tab);
    if (authentication === undefined) throw new TypeError('the tab is not one of these pages');
    return authentication;
  };
  const give = (authentication: AuthenticationSession): BrokeredTab => {
    const { request, progress, tabId } = authentication;
    const { providerRequest, linking } = progress;
    const tab: BrokeredTab = {
      tabId,
      request: withTypedName(request, progress),
      providerRequest,
      linking: linking?.provider,
    };
    tabs.set(tab, authentication);
    return tab;
  };
  return {
    currentSession: (exchange) => findBrowserSession(parts.deps, exchange),
    async beginLinking(exchange, browser, link) {
      const begun = await beginLinking(parts, exchange, browser, link);
      return { tab: give(begun.tab), cookies: begun.cookies };
    },
    async find(exchange, tabId) {
      const resumed = await resumeAuthentication(parts.deps, parts.authentications, exchange, tabId);
      if (resumed.page !== undefined) return { reply: resumed.page };
      const { authentication } = resumed;
      if (isTimedOut(exchange, authentication))
        return { reply: await handleTimeout(parts, exchange, authentication) };
      return { tab: give(authentication) };
    },
    async await(exchange, tab, providerRequest) {
      const authentication = known(tab);
      const { progress } = authentication;
      const isLinking = progress.linking?.provider === providerRequest.provider;
      await parts.authentications.renew(exchange, authentication, {
        progress: {
          ...(isLinking ? progress : { ...NO_PROGRESS, ...keptProgress(progress) }),
          providerRequest,
        },
      });
    },
    async claim(exchange, tab) {
      const { providerRequest, ...progress } = known(tab).progress;
      const own =
        providerRequest && (await parts.authentications.advance(exchange, known(tab), { progress }));
      return own === undefined ? { reply: showExpired(exchange, known(tab)) } : { tab: give(own) };
    },
    acceptUnsolicited: (exchange, request, identity) => acceptUnsolicited(parts, exchange, request, identity),
    accept: (exchange, tab, identity) => accept(parts, exchange, known(tab), identity),
    refuse: (exchange, tab, provider, error) => refuse(parts, exchange, known(tab), provider, error),
  };
}

async function beginLinking(
  parts: Parts,
  exchange: RealmExchange,
  { session, user }: BrowserSession,
  link: LinkingData & { readonly clientId: string; readonly provider: string },
): Promise<{ readonly tab: AuthenticationSession; readonly cookies: readonly string[] }> {
  const { clientId, provider, redirectUri, nonce } = link;
  const { browserId, cookies } = ensureBrowserId(exchange);
  const request = linkingRequest(clientId, exchange.activity.flow, { redirectUri, nonce });
  const begun = await parts.authentications.begin(exchange, browserId, request);
  const linking = { provider, userId: user.id, sessionId: session.id };
  const tab = await parts.authentications.renew(exchange, begun, { progress: { ...NO_PROGRESS, linking } });
  return { tab, cookies };
}

/** What was typed before the provider was asked is what it is asked for. */
function withTypedName(request: SignInRequest, { typedName }: Progress): SignInRequest {
  return typedName === undefined ? request : { ...request, loginHint: typedName };
}

/** What a provider's answer does not change. */
function keptProgress({ organization }: Progress): Partial<Progress> {
  return organization === undefined ? {} : { organization };
}

async function acceptUnsolicited(
  parts: Parts,
  exchange: RealmExchange,
  request: SignInRequest,
  identity: BrokeredIdentity,
): Promise<Reply> {
  if (request.eventDetails !== undefined) exchange.activity.eventDetails(request.eventDetails);
  const { browserId, cookies } = ensureBrowserId(exchange);
  const tab = await parts.authentications.begin(exchange, browserId, request);
  return withCookies(await accept(parts, exchange, tab, identity), cookies);
}

/** Of an answer that arrives twice at once, only the first one processed goes on. */
async function accept(
  parts: Parts,
  exchange: RealmExchange,
  tab: AuthenticationSession,
  identity: BrokeredIdentity,
): Promise<Reply> {
  const { realm, activity } = exchange;
  const { users } = parts.deps.store;
  activity.eventDetails({
    identity_provider: identity.provider,
    identity_provider_identity: identity.username,
  });
  const { linking } = tab.progress;
  if (linking?.provider === identity.provider) return linkAccount(parts, exchange, tab, linking, identity);
  const linked = await users.findByLink(realm.id, identity.provider, identity.id);
  const disabled = linked && (await findDisabled(parts, exchange, linked));
  if (disabled !== undefined) return refuse(parts, exchange, tab, identity.provider, disabled);
  const user = linked && (await storeSynced(parts.deps.store, realm, linked, identity));
  const progress = {
    ...NO_PROGRESS,
    ...keptProgress(tab.progress),
    ...(user === undefined ? {} : { userId: user.id }),
    brokered: { identity, isLinked: user !== undefined },
  };
  const own = await parts.authentications.advance(exchange, tab, { progress, anotherUser: false });
  if (own === undefined)
    return refuse(parts, exchange, tab, identity.provider, answeredTwice(identity.provider));
  if (user !== undefined) {
    activity.user(user.username);
    activity.recordPass(
      RULE,
      `${identity.username} of ${identity.provider} is user ${user.username}.`,
      SECTION,
    );
  } else
    activity.recordPass(
      RULE,
      `No user is linked with ${identity.username} of ${identity.provider}: the flow of a first sign-in begins.`,
      SECTION,
    );
  return continueSignIn(parts, exchange, own, user);
}

function answeredTwice(provider: string): OAuthError {
  return new OAuthError('invalid_request', {
    description: EN.identityProviderInvalidResponseMessage,
    reason: `The answer of identity provider ${provider} has been processed already.`,
    remedy: 'Start the sign-in again.',
    section: SECTION,
  });
}

/**
 * Compat: the sign-in page says what happened; without a sign-in page, an error page does. If no page is allowed, the
 * application gets `login_required`.
 */
async function refuse(
  parts: Parts,
  exchange: RealmExchange,
  tab: AuthenticationSession,
  provider: string,
  error: OAuthError,
): Promise<Reply> {
  if (tab.progress.linking?.provider === provider)
    return error.code === 'access_denied'
      ? cancelLinking(parts, exchange, tab, error)
      : failLinking(parts, exchange, tab, error);
  exchange.activity.refused(error, RULE);
  const progress = { ...NO_PROGRESS, refusedBy: provider };
  const renewed = await parts.authentications.renew(exchange, tab, { progress });
  if (tab.request.passive) {
    const { reason = error.description, remedy = '' } = error;
    const passive = new OAuthError('login_required', { description: '', reason, remedy });
    return endSignIn(parts, exchange, renewed, { next: 'refuse', error: passive });
  }
  const page = await findNextPage(parts, exchange, renewed);
  if (page.next !== 'sign-in' && page.next !== 'username' && page.next !== 'name-first')
    return showError(exchange, clientOf(exchange, tab), error);
  const failed = {
    recognised: false,
    message: error.description,
    username: tab.request.loginHint ?? '',
    rememberMe: false,
    error,
  } as const;
  return proceed(parts, exchange, renewed, page, { failed });
}

const clientOf = ({ realm }: RealmExchange, { request }: AuthenticationSession): Client | undefined =>
  realm.clients.get(request.clientId);

function showError(exchange: RealmExchange, client: Client | undefined, error: OAuthError): Reply {
  const backTo = clientHome(client, exchange.baseUrl);
  return renderErrorPage(exchange, { status: 400, message: error.description, error, backTo });
}
