// The browser flow: decides from stored state which page comes next, and takes the answers of the sign-in page.
import { readableClientName } from '#protocol/contract/client-name.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, RealmRoute, Reply } from '#protocol/http/exchange.ts';
import { redirectReply } from '#protocol/http/replies.ts';
import type { PasswordChecker } from '#protocol/realm/credentials.ts';
import { touchSession } from '#protocol/realm/sessions.ts';
import { resumeAttempt } from './attempt-problems.ts';
import { ensureBrowserId, expiredCookies, readRememberedUsername, withCookies } from './browser-cookies.ts';
import { type BrowserSessionDependencies, enterSession, findBrowserSession } from './browser-session.ts';
import type { NotRecognised, Recognised } from './executions/execution.ts';
import { findExecution } from './executions/table.ts';
import { renderExpiredPage } from './expired-page.ts';
import { formUrl, proceedUrl, restartUrl } from './login-action-url.ts';
import { createLogoutConfirmation } from './logout-confirmation.ts';
import { listNamedUsers } from './named-users.ts';
import type { BrowserSession, Login, SignedIn, SignInProtocol, SignInRequest } from './sign-in.ts';
import {
  createSignInAttempts,
  hasCurrentCode,
  isTimedOut,
  type SignInAttempt,
  type SignInAttempts,
} from './sign-in-attempt.ts';
import { renderSignInPage } from './sign-in-page.ts';
import { stylesheetRoute } from './stylesheet.ts';

/** What the sign-in pages need of the server. */
export interface LoginDependencies extends BrowserSessionDependencies {
  readonly passwords: PasswordChecker;
  /** The sign-in protocol table; a function, because the protocols are built with the login at hand. */
  readonly protocols: () => Readonly<Record<string, SignInProtocol>>;
}

interface Parts {
  readonly deps: LoginDependencies;
  readonly attempts: SignInAttempts;
}

/** What comes next: the client gets its answer, or the person a page. */
export type NextPage =
  | { readonly next: 'complete'; readonly browser: BrowserSession }
  | { readonly next: 'refuse' }
  /** `known`: the person whose session this is must prove it again. */
  | { readonly next: 'sign-in'; readonly known: BrowserSession | undefined };

/** Decides what comes next for a request in this browser. `now` is in milliseconds. OIDC Core §3.1.2.3. */
export function decideNextPage(
  request: Pick<SignInRequest, 'passive' | 'forceLogin' | 'maxAgeSeconds'>,
  browser: BrowserSession | undefined,
  anotherUser: boolean,
  now: number,
): NextPage {
  const { maxAgeSeconds } = request;
  const isTooOld =
    browser !== undefined &&
    maxAgeSeconds !== undefined &&
    (maxAgeSeconds === 0 || now - browser.session.authenticatedAt > maxAgeSeconds * 1000);
  if (browser !== undefined && !anotherUser && !request.forceLogin && !isTooOld)
    return { next: 'complete', browser };
  if (request.passive) return { next: 'refuse' };
  return { next: 'sign-in', known: anotherUser ? undefined : browser };
}

function findProtocol(parts: Parts, request: SignInRequest): SignInProtocol {
  const protocol = parts.deps.protocols()[request.protocol];
  if (protocol === undefined) throw new TypeError(`no sign-in protocol "${request.protocol}"`);
  return protocol;
}

async function complete(
  parts: Parts,
  exchange: RealmExchange,
  request: SignInRequest,
  signedIn: SignedIn,
): Promise<Reply> {
  exchange.activity.user(signedIn.user.username);
  return findProtocol(parts, request).complete(exchange, request, signedIn);
}

/** Single sign-on: the session is used, so its idle time starts again. */
async function completeFromSession(
  parts: Parts,
  exchange: RealmExchange,
  request: SignInRequest,
  browser: BrowserSession,
): Promise<Reply> {
  const session = touchSession(browser.session, exchange.clock.now());
  parts.deps.store.sessions.save(session);
  exchange.activity.passed(
    'find-session',
    `The browser has a session of ${session.username}.`,
    'OIDC Core §3.1.2.3',
  );
  return complete(parts, exchange, request, { user: browser.user, session, interactive: false });
}

async function refusePassive(
  parts: Parts,
  exchange: RealmExchange,
  request: SignInRequest,
  browser: BrowserSession | undefined,
): Promise<Reply> {
  const error = new OAuthError('login_required', {
    description: '',
    reason:
      browser === undefined
        ? 'The request allows no page, and this browser has no session in the realm.'
        : 'The request allows no page, and the session is too old for it or a new sign-in is demanded.',
    remedy: 'Sign in in this browser first, or send the request without prompt=none.',
  });
  exchange.activity.refused(error, 'find-session');
  return findProtocol(parts, request).refuse(exchange, request, error);
}

interface PageState {
  readonly known: BrowserSession | undefined;
  readonly notice?: string;
  readonly failed?: NotRecognised;
}

async function showSignInPage(
  parts: Parts,
  exchange: RealmExchange,
  attempt: SignInAttempt,
  state: PageState,
): Promise<Reply> {
  const { realm } = exchange;
  const client = realm.clients.get(attempt.request.clientId);
  const remembered = realm.rememberMe ? readRememberedUsername(exchange) : undefined;
  const named = await listNamedUsers(exchange, parts.deps.store.users);
  const knownId = state.known?.user.id;
  const reauthenticate = state.known === undefined ? undefined : 'Please re-authenticate to continue';
  if (state.failed === undefined) exchange.activity.outcome('asked');
  return renderSignInPage(exchange, {
    action: (execution) => formUrl(exchange, attempt, execution),
    anotherUserUrl: restartUrl(exchange, attempt, false),
    clientName: readableClientName(client?.name) || attempt.request.clientId,
    username: state.failed?.username ?? attempt.request.loginHint ?? remembered ?? '',
    rememberMe: state.failed?.rememberMe ?? remembered !== undefined,
    knownUsername: state.known?.user.username,
    notice: state.notice ?? reauthenticate,
    problem: state.failed?.message,
    namedUsers:
      named === undefined || knownId === undefined
        ? named
        : { users: named.users.filter((user) => user.id === knownId), more: false },
  });
}

async function begin(parts: Parts, exchange: RealmExchange, request: SignInRequest): Promise<Reply> {
  const browser = await findBrowserSession(parts.deps, exchange);
  const decision = decideNextPage(request, browser, false, exchange.clock.now());
  if (decision.next === 'complete') return completeFromSession(parts, exchange, request, decision.browser);
  if (decision.next === 'refuse') return refusePassive(parts, exchange, request, browser);
  const { browserId, cookies } = ensureBrowserId(exchange);
  const attempt = parts.attempts.begin(exchange, browserId, request);
  return withCookies(await showSignInPage(parts, exchange, attempt, { known: decision.known }), cookies);
}

/** A late form: an application that waits for a session that exists is told to ask again, everybody else starts over. */
async function handleTimeout(parts: Parts, exchange: RealmExchange, attempt: SignInAttempt): Promise<Reply> {
  const browser = await findBrowserSession(parts.deps, exchange);
  const error = new OAuthError('temporarily_unavailable', {
    description: 'authentication_expired',
    status: 400,
    reason: 'The sign-in page was open longer than the realm allows.',
    remedy: `Raise accessCodeLifespanLogin of realm ${exchange.realm.name}, now ${exchange.realm.lifespans.accessCodeLogin} seconds.`,
  });
  exchange.activity.refused(error, 'check-attempt-age');
  if (browser !== undefined) {
    parts.attempts.renew(exchange, attempt, { finished: true });
    return findProtocol(parts, attempt.request).refuse(exchange, attempt.request, error);
  }
  const again = parts.attempts.renew(exchange, attempt, {
    startedAt: exchange.clock.now(),
    anotherUser: false,
  });
  const notice = 'Your login attempt timed out. Login will start from the beginning.';
  const page = await showSignInPage(parts, exchange, again, { known: undefined, notice });
  exchange.activity.outcome('refused');
  return page;
}

/** GET: whatever comes next in this tab. */
async function showNextPage(parts: Parts, exchange: RealmExchange): Promise<Reply> {
  const resumed = await resumeAttempt(parts.deps, parts.attempts, exchange);
  if (resumed.page !== undefined) return resumed.page;
  const { attempt } = resumed;
  if (isTimedOut(exchange, attempt)) return handleTimeout(parts, exchange, attempt);
  const browser = await findBrowserSession(parts.deps, exchange);
  const decision = decideNextPage(attempt.request, browser, attempt.anotherUser, exchange.clock.now());
  if (decision.next === 'complete') {
    parts.attempts.renew(exchange, attempt, { finished: true });
    return completeFromSession(parts, exchange, attempt.request, decision.browser);
  }
  if (decision.next === 'refuse') return refusePassive(parts, exchange, attempt.request, browser);
  const shown = parts.attempts.renew(exchange, attempt);
  return showSignInPage(parts, exchange, shown, { known: decision.known });
}

function showExpired(exchange: RealmExchange, attempt: SignInAttempt): Reply {
  exchange.activity.refused(
    new OAuthError('invalid_request', {
      description: 'Page has expired',
      reason:
        'The session_code is not the one of the page that this tab was given last: an old form was sent again, or another site sent it.',
      remedy: 'Continue with the newest page of this tab.',
    }),
    'check-session-code',
  );
  return renderExpiredPage(exchange, {
    restart: restartUrl(exchange, attempt, true),
    proceed: proceedUrl(exchange, attempt),
  });
}

async function signIn(
  parts: Parts,
  exchange: RealmExchange,
  attempt: SignInAttempt,
  recognised: Recognised,
): Promise<Reply> {
  const { request } = attempt;
  parts.attempts.renew(exchange, attempt, { finished: true });
  const { user, rememberMe } = recognised;
  const { session, cookies } = await enterSession(parts.deps, exchange, {
    user,
    rememberMe,
    flow: request.flow,
  });
  exchange.activity.passed('authenticate-user', `${user.username} signed in.`, 'OIDC Core §3.1.2.3');
  const reply = await complete(parts, exchange, request, { user, session, interactive: true });
  return withCookies(reply, cookies);
}

/** POST: the answer of the sign-in page. */
async function takeAnswer(parts: Parts, exchange: RealmExchange): Promise<Reply> {
  const resumed = await resumeAttempt(parts.deps, parts.attempts, exchange);
  if (resumed.page !== undefined) return resumed.page;
  const { attempt } = resumed;
  if (isTimedOut(exchange, attempt)) return handleTimeout(parts, exchange, attempt);
  const execution = findExecution(exchange.query.get('execution'));
  if (execution === undefined || !hasCurrentCode(exchange, attempt)) return showExpired(exchange, attempt);
  const browser = attempt.anotherUser ? undefined : await findBrowserSession(parts.deps, exchange);
  const { store, passwords } = parts.deps;
  const result = await execution.authenticate(exchange, { users: store.users, passwords }, browser?.user);
  // The same form may have been sent twice at once: the one that is answered first counts.
  if (!parts.attempts.isCurrent(exchange, attempt)) return showExpired(exchange, attempt);
  if (result.recognised) return signIn(parts, exchange, attempt, result);
  exchange.activity.refused(result.error, 'authenticate-user');
  const shown = parts.attempts.renew(exchange, attempt);
  const known = exchange.form.has('username') ? undefined : browser;
  return showSignInPage(parts, exchange, shown, { known, failed: result });
}

/** GET restart: the first page again, for the same person or (as the link says) for another one. */
async function restart(parts: Parts, exchange: RealmExchange): Promise<Reply> {
  const resumed = await resumeAttempt(parts.deps, parts.attempts, exchange);
  if (resumed.page !== undefined) return resumed.page;
  const anotherUser = exchange.query.get('skip_logout') !== 'true';
  const again = parts.attempts.renew(exchange, resumed.attempt, {
    startedAt: exchange.clock.now(),
    anotherUser,
  });
  return redirectReply(proceedUrl(exchange, again));
}

function listRoutes(parts: Parts): RealmRoute[] {
  const authenticate = '/realms/:realm/login-actions/authenticate';
  return [
    {
      realm: true,
      method: 'GET',
      path: authenticate,
      title: 'Sign-in page',
      handle: (e) => showNextPage(parts, e),
    },
    {
      realm: true,
      method: 'POST',
      path: authenticate,
      title: 'Sign-in form',
      body: 'form',
      handle: (e) => takeAnswer(parts, e),
    },
    {
      realm: true,
      method: 'GET',
      path: '/realms/:realm/login-actions/restart',
      title: 'Sign-in starts over',
      handle: (e) => restart(parts, e),
    },
  ];
}

/** The sign-in pages over a store, keys and the table of protocols that sign people in. */
export function createLogin(deps: LoginDependencies): Login {
  const parts: Parts = { deps, attempts: createSignInAttempts(deps.store) };
  const logout = createLogoutConfirmation(deps.store);
  return {
    begin: (exchange, request) => begin(parts, exchange, request),
    currentSession: (exchange) => findBrowserSession(deps, exchange),
    expireCookies: expiredCookies,
    askLogout: async (exchange, question) =>
      logout.ask(exchange, question, (await findBrowserSession(deps, exchange))?.session.username),
    takeLogout: logout.take,
    routes: [...listRoutes(parts), stylesheetRoute],
  };
}
