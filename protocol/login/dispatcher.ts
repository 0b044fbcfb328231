// The browser flow: starts sign-ins and routes requests to the next page and to the form handlers.
import type { RealmExchange, RealmRoute, Reply } from '#protocol/http/exchange.ts';
import { redirectReply } from '#protocol/http/replies.ts';
import { handleActionToken } from './action-tokens/handle-action-token.ts';
import { INVITATION, invitationProtocol } from './action-tokens/invitation-request.ts';
import { ACTION_TOKEN, linkProtocol } from './action-tokens/link-request.ts';
import {
  type AuthenticationSession,
  createAuthenticationSessions,
  isTimedOut,
  NO_PROGRESS,
} from './authentication-session.ts';
import { resumeAuthentication } from './authentication-session-problems.ts';
import { createBrokeringTabs } from './brokering/brokering-tabs.ts';
import { handleFirstLogin } from './brokering/handle-first-login.ts';
import { ACCOUNT_LINKING, linkingProtocol } from './brokering/linking-request.ts';
import { ensureBrowserId, expiredCookies, withCookies } from './browser-cookies.ts';
import { findBrowserSession } from './browser-session.ts';
import type { LoginDependencies, Parts } from './complete-sign-in.ts';
import { endSignIn, findNextPage, isEnd, proceed, recordRun } from './continue-sign-in.ts';
import { handleConsent } from './handle-consent.ts';
import { handleCredentials } from './handle-credentials.ts';
import { handleRequiredAction } from './handle-required-action.ts';
import { handleResetCredentials, showResetCredentials } from './handle-reset-credentials.ts';
import { handleTimeout } from './late-answers.ts';
import { proceedUrl } from './login-action-url.ts';
import { createLogoutConfirmation } from './logout-confirmation.ts';
import { renderStaleSignOut } from './logout-page.ts';
import { refuseLostUser } from './lost-user.ts';
import { takeLoginHint } from './organizations/take-login-hint.ts';
import {
  beginRegistration,
  handleRegistration,
  showRegistration,
} from './registration/handle-registration.ts';
import { noteRepeatedFields } from './repeated-fields.ts';
import { requestedLocale } from './requested-locale.ts';
import type { Login, LoginPages, LoginProtocols, SignInRequest } from './sign-in.ts';
import { createSignOuts, type SignOuts } from './sign-out.ts';
import { stylesheetRoute } from './stylesheet.ts';
import { THEME_FILE_ROUTES } from './theming/theme-files.ts';

async function begin(parts: Parts, exchange: RealmExchange, request: SignInRequest): Promise<Reply> {
  const start = { request, anotherUser: false, progress: NO_PROGRESS, locale: requestedLocale(exchange) };
  if (request.eventDetails !== undefined) exchange.activity.eventDetails(request.eventDetails);
  if (request.registers === true) return beginRegistration(parts, exchange, request);
  const first = await findNextPage(parts, exchange, start);
  const hinted = await takeLoginHint(parts.deps.store.users, exchange, request, first);
  const progress = hinted?.progress ?? NO_PROGRESS;
  const page =
    hinted === undefined ? first : await findNextPage(parts, exchange, { ...start, progress }, hinted.user);
  if (isEnd(page)) {
    await recordRun(parts, exchange, request, page);
    return endSignIn(parts, exchange, start, page);
  }
  const { browserId, cookies } = ensureBrowserId(exchange);
  const authentication = await parts.authentications.begin(exchange, browserId, request, progress);
  const reply =
    request.pageByRedirect === true
      ? sendToPage(exchange, authentication)
      : await proceed(parts, exchange, authentication, page, { isNew: true });
  return withCookies(reply, cookies);
}

function sendToPage(exchange: RealmExchange, authentication: AuthenticationSession): Reply {
  exchange.activity.outcome('asked');
  return redirectReply(proceedUrl(exchange, authentication), undefined, 303);
}

/** GET: the tab's next page. */
async function showNextPage(parts: Parts, exchange: RealmExchange): Promise<Reply> {
  const resumed = await resumeAuthentication(parts.deps, parts.authentications, exchange);
  if (resumed.page !== undefined) return resumed.page;
  const { authentication } = resumed;
  if (isTimedOut(exchange, authentication)) return handleTimeout(parts, exchange, authentication);
  const lost = await refuseLostUser(parts, exchange, authentication);
  if (lost !== undefined) return lost;
  return proceed(parts, exchange, authentication, await findNextPage(parts, exchange, authentication));
}

/** GET restart: starts over with the first page, for the same user or, depending on the link, another one. */
async function restart(parts: Parts, exchange: RealmExchange): Promise<Reply> {
  const resumed = await resumeAuthentication(parts.deps, parts.authentications, exchange);
  if (resumed.page !== undefined) return resumed.page;
  const anotherUser = exchange.query.get('skip_logout') !== 'true';
  const again = await parts.authentications.renew(exchange, resumed.authentication, {
    startedAt: exchange.clock.now(),
    progress: NO_PROGRESS,
    anotherUser,
  });
  return redirectReply(proceedUrl(exchange, again));
}

/** Compat: "Click here" on the page that verifies an address is a link to the form's target. */
function isResending({ query }: RealmExchange): boolean {
  return query.get('execution') === 'VERIFY_EMAIL' && query.has('session_code');
}

/** Compat: as {@link isResending}, of the link by which an account is linked. */
function isResendingLink({ query }: RealmExchange): boolean {
  return query.get('execution') === 'link-email' && query.has('session_code');
}

function listRoutes(parts: Parts, signOuts: SignOuts): RealmRoute[] {
  const get = (action: string, title: string, handle: RealmRoute['handle']): RealmRoute => ({
    realm: true,
    method: 'GET',
    path: `/realms/:realm/login-actions/${action}`,
    title,
    handle,
  });
  const post = (action: string, title: string, handle: RealmRoute['handle']): RealmRoute => ({
    ...get(action, title, (exchange) => {
      noteRepeatedFields(exchange);
      return handle(exchange);
    }),
    method: 'POST',
    body: 'form',
  });
  return [
    get('authenticate', 'Sign-in page', (exchange) => showNextPage(parts, exchange)),
    post('authenticate', 'Sign-in form', (exchange) => handleCredentials(parts, exchange)),
    get('required-action', 'Required action page', (exchange) =>
      isResending(exchange) ? handleRequiredAction(parts, exchange) : showNextPage(parts, exchange),
    ),
    post('required-action', 'Required action submitted', (exchange) => handleRequiredAction(parts, exchange)),
    post('consent', 'Consent form', (exchange) => handleConsent(parts, exchange)),
    get('reset-credentials', 'Forgotten password page', (exchange) => showResetCredentials(parts, exchange)),
    post('reset-credentials', 'Forgotten password form', (exchange) =>
      handleResetCredentials(parts, exchange),
    ),
    get('first-broker-login', 'First sign-in through an identity provider', (exchange) =>
      isResendingLink(exchange) ? handleFirstLogin(parts, exchange) : showNextPage(parts, exchange),
    ),
    post('first-broker-login', 'First sign-in submitted', (exchange) => handleFirstLogin(parts, exchange)),
    get('registration', 'User registration page', (exchange) => showRegistration(parts, exchange)),
    post('registration', 'User registration form', (exchange) => handleRegistration(parts, exchange)),
    get('action-token', 'E-mail link', (exchange) => handleActionToken(parts, exchange)),
    post('action-token', 'E-mail link', (exchange) => handleActionToken(parts, exchange)),
    get('restart', 'Sign-in restarted', (exchange) => restart(parts, exchange)),
    get(
      'sign-out',
      'Sign-out continued',
      async (exchange) => (await signOuts.resumeAfterFrames(exchange)) ?? renderStaleSignOut(exchange),
    ),
  ];
}

/** Creates the sign-in pages. */
export function createLogin(deps: LoginDependencies): LoginPages {
  const protocols: LoginProtocols = { signIn: {}, signOut: {}, frontChannel: [] };
  const parts: Parts = { deps, protocols, authentications: createAuthenticationSessions(deps.store) };
  const logout = createLogoutConfirmation(deps.store);
  const signOuts = createSignOuts(deps, protocols);
  const login: Login = {
    begin: (exchange, request) => begin(parts, exchange, request),
    currentSession: (exchange) => findBrowserSession(deps, exchange),
    expireCookies: expiredCookies,
    askLogout: async (exchange, question) =>
      logout.ask(exchange, question, (await findBrowserSession(deps, exchange))?.session.username),
    takeLogout: logout.take,
    signOut: signOuts.begin,
    resumeSignOut: signOuts.resume,
    brokering: createBrokeringTabs(parts),
  };
  return {
    login,
    routes: [...listRoutes(parts, signOuts), stylesheetRoute, ...THEME_FILE_ROUTES],
    connect: (connected) =>
      void Object.assign(protocols, {
        ...connected,
        signIn: {
          ...connected.signIn,
          [ACTION_TOKEN]: linkProtocol,
          [INVITATION]: invitationProtocol,
          [ACCOUNT_LINKING]: linkingProtocol,
        },
      }),
  };
}
