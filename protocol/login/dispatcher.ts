// The browser flow: loads what is stored, shows the page that comes next, and takes the answers of the pages.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, RealmRoute, Reply } from '#protocol/http/exchange.ts';
import { redirectReply } from '#protocol/http/replies.ts';
import { withConsent } from '#protocol/realm/consents.ts';
import { isUserEnabled } from '#protocol/realm/users.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { resumeAttempt } from './attempt-problems.ts';
import { ensureBrowserId, expiredCookies, withCookies } from './browser-cookies.ts';
import { findBrowserSession } from './browser-session.ts';
import { complete, findProtocol, type LoginDependencies, type Parts, refuse } from './complete-sign-in.ts';
import type { Execution } from './executions/execution.ts';
import { findExecution } from './executions/table.ts';
import { handleTimeout, showExpired } from './late-answers.ts';
import { proceedUrl, requiredActionUrl } from './login-action-url.ts';
import { createLogoutConfirmation } from './logout-confirmation.ts';
import { decideNextPage, type NextPage, type SignInState } from './next-page.ts';
import { type PageProblem, showPage } from './show-page.ts';
import type { ConsentQuestion, Login, SignInRequest } from './sign-in.ts';
import {
  createSignInAttempts,
  hasCurrentCode,
  isTimedOut,
  NO_PROGRESS,
  type Progress,
  type SignInAttempt,
} from './sign-in-attempt.ts';
import { stylesheetRoute } from './stylesheet.ts';

/** Loads what the next page of a tab follows from; `proven` spares finding the user again. */
async function loadState(
  parts: Parts,
  exchange: RealmExchange,
  attempt: Pick<SignInAttempt, 'request' | 'anotherUser' | 'progress'>,
  proven?: StoredUser,
): Promise<SignInState> {
  const { request, anotherUser, progress } = attempt;
  const browser = await findBrowserSession(parts.deps, exchange);
  const user = proven ?? (await findProven(parts, exchange, progress));
  return {
    request,
    browser,
    anotherUser,
    progress,
    proven: user,
    askConsent: () => findProtocol(parts, request).consent?.(exchange, request),
    now: exchange.clock.now(),
  };
}

async function findProven(
  parts: Parts,
  exchange: RealmExchange,
  { userId }: Progress,
): Promise<StoredUser | undefined> {
  if (userId === undefined) return undefined;
  const user = await parts.deps.store.users.find(exchange.realm.id, userId);
  return user !== undefined && isUserEnabled(user) ? user : undefined;
}

async function begin(parts: Parts, exchange: RealmExchange, request: SignInRequest): Promise<Reply> {
  const state = await loadState(parts, exchange, { request, anotherUser: false, progress: NO_PROGRESS });
  const page = decideNextPage(state);
  if (page.next === 'complete') return complete(parts, exchange, request, page.person, NO_PROGRESS);
  if (page.next === 'refuse') return refuse(parts, exchange, request, page.error);
  const { browserId, cookies } = ensureBrowserId(exchange);
  const attempt = parts.attempts.begin(exchange, browserId, request);
  return withCookies(await showPage(parts, exchange, attempt, page), cookies);
}

/** Ends the tab's sign-in when nothing more is to be asked; otherwise shows the page. */
async function proceed(
  parts: Parts,
  exchange: RealmExchange,
  attempt: SignInAttempt,
  page: NextPage,
  problem?: PageProblem,
): Promise<Reply> {
  if (page.next === 'complete' || page.next === 'refuse') {
    parts.attempts.renew(exchange, attempt, { finished: true });
    return page.next === 'complete'
      ? complete(parts, exchange, attempt.request, page.person, attempt.progress)
      : refuse(parts, exchange, attempt.request, page.error);
  }
  return showPage(parts, exchange, parts.attempts.renew(exchange, attempt), page, problem);
}

/** After a form: pages that ask for more than who somebody is have an address of their own, so that loading them again is safe. */
async function advance(
  parts: Parts,
  exchange: RealmExchange,
  attempt: SignInAttempt,
  proven?: StoredUser,
): Promise<Reply> {
  const page = decideNextPage(await loadState(parts, exchange, attempt, proven));
  if (page.next !== 'consent') return proceed(parts, exchange, attempt, page);
  exchange.activity.outcome('asked');
  return redirectReply(requiredActionUrl(exchange, attempt, 'consent'));
}

/** GET: whatever comes next in this tab. */
async function showNextPage(parts: Parts, exchange: RealmExchange): Promise<Reply> {
  const resumed = await resumeAttempt(parts.deps, parts.attempts, exchange);
  if (resumed.page !== undefined) return resumed.page;
  const { attempt } = resumed;
  if (isTimedOut(exchange, attempt)) return handleTimeout(parts, exchange, attempt);
  return proceed(parts, exchange, attempt, decideNextPage(await loadState(parts, exchange, attempt)));
}

/** What a form's answer is about: the attempt and its page; a reply instead when the form is late or not the newest of its tab. */
type TakenForm =
  | { readonly attempt: SignInAttempt; readonly page: NextPage; readonly reply: undefined }
  | { readonly reply: Reply };

async function takeForm(parts: Parts, exchange: RealmExchange): Promise<TakenForm> {
  const resumed = await resumeAttempt(parts.deps, parts.attempts, exchange);
  if (resumed.page !== undefined) return { reply: resumed.page };
  const { attempt } = resumed;
  if (isTimedOut(exchange, attempt)) return { reply: await handleTimeout(parts, exchange, attempt) };
  if (!hasCurrentCode(exchange, attempt)) return { reply: showExpired(exchange, attempt) };
  const page = decideNextPage(await loadState(parts, exchange, attempt));
  // The same form may have been sent twice at once: the one that is answered first counts.
  if (!parts.attempts.isCurrent(exchange, attempt)) return { reply: showExpired(exchange, attempt) };
  return { attempt, page, reply: undefined };
}

/** POST: the answer of a page on which somebody proves who they are. */
async function takeProof(parts: Parts, exchange: RealmExchange): Promise<Reply> {
  const taken = await takeForm(parts, exchange);
  if (taken.reply !== undefined) return taken.reply;
  const { attempt, page } = taken;
  const execution = findExecution(exchange.query.get('execution'));
  // Who somebody is, is asked once in a tab.
  if (execution === undefined || attempt.progress.userId !== undefined) return showExpired(exchange, attempt);
  return authenticate(parts, exchange, attempt, execution, page);
}

/** POST: the answer of the consent page. OIDC Core §3.1.2.4. */
async function takeConsent(parts: Parts, exchange: RealmExchange): Promise<Reply> {
  const taken = await takeForm(parts, exchange);
  if (taken.reply !== undefined) return taken.reply;
  const { attempt, page } = taken;
  if (page.next !== 'consent') return proceed(parts, exchange, attempt, page);
  const { user, question } = page;
  exchange.activity.user(user.username);
  if (exchange.form.has('cancel')) {
    parts.attempts.renew(exchange, attempt, { finished: true });
    return refuse(parts, exchange, attempt.request, consentDenied(user, question), 'ask-consent');
  }
  if (!exchange.form.has('accept')) return proceed(parts, exchange, attempt, page);
  const progress = { ...attempt.progress, consented: true };
  const advanced = parts.attempts.renew(exchange, attempt, { progress });
  const granted = question.scopes.map((scope) => scope.name).join(', ');
  exchange.activity.passed('ask-consent', `${user.username} grants ${granted}.`, 'OIDC Core §3.1.2.4');
  await parts.deps.store.users.update(exchange.realm.id, user.id, (current) =>
    withConsent(current, question.client, question.scopes, exchange.clock.now()),
  );
  return advance(parts, exchange, advanced);
}

function consentDenied(user: StoredUser, { client }: ConsentQuestion): OAuthError {
  return new OAuthError('access_denied', {
    description: '',
    reason: `User ${user.username} does not grant client ${client.clientId} what it asks for.`,
    remedy: 'Answer Yes on the consent page, or ask for fewer scopes.',
  });
}

async function authenticate(
  parts: Parts,
  exchange: RealmExchange,
  attempt: SignInAttempt,
  execution: Execution,
  page: NextPage,
): Promise<Reply> {
  const { store, passwords, bruteForce } = parts.deps;
  const known = page.next === 'sign-in' ? page.known : undefined;
  const result = await execution.authenticate(
    exchange,
    { users: store.users, passwords, bruteForce },
    known?.user,
  );
  // The same form may have been sent twice at once: the one that is answered first counts.
  if (!parts.attempts.isCurrent(exchange, attempt)) return showExpired(exchange, attempt);
  if (!result.recognised) {
    exchange.activity.refused(result.error, 'authenticate-user');
    const asked: NextPage = { next: 'sign-in', known: exchange.form.has('username') ? undefined : known };
    return proceed(parts, exchange, attempt, asked, { failed: result });
  }
  const { user, rememberMe } = result;
  exchange.activity.passed('authenticate-user', `${user.username} signed in.`, 'OIDC Core §3.1.2.3');
  const progress: Progress = {
    ...attempt.progress,
    userId: user.id,
    levels: { [execution.level]: exchange.clock.now() },
    rememberMe,
  };
  const advanced = parts.attempts.renew(exchange, attempt, { progress });
  return advance(parts, exchange, advanced, user);
}

/** GET restart: the first page again, for the same person or (as the link says) for another one. */
async function restart(parts: Parts, exchange: RealmExchange): Promise<Reply> {
  const resumed = await resumeAttempt(parts.deps, parts.attempts, exchange);
  if (resumed.page !== undefined) return resumed.page;
  const anotherUser = exchange.query.get('skip_logout') !== 'true';
  const again = parts.attempts.renew(exchange, resumed.attempt, {
    startedAt: exchange.clock.now(),
    progress: NO_PROGRESS,
    anotherUser,
  });
  return redirectReply(proceedUrl(exchange, again));
}

function listRoutes(parts: Parts): RealmRoute[] {
  const actions = '/realms/:realm/login-actions';
  return [
    {
      realm: true,
      method: 'GET',
      path: `${actions}/authenticate`,
      title: 'Sign-in page',
      handle: (e) => showNextPage(parts, e),
    },
    {
      realm: true,
      method: 'POST',
      path: `${actions}/authenticate`,
      title: 'Sign-in form',
      body: 'form',
      handle: (e) => takeProof(parts, e),
    },
    {
      realm: true,
      method: 'GET',
      path: `${actions}/required-action`,
      title: 'What is to be done before the sign-in is complete',
      handle: (e) => showNextPage(parts, e),
    },
    {
      realm: true,
      method: 'POST',
      path: `${actions}/consent`,
      title: 'Consent form',
      body: 'form',
      handle: (e) => takeConsent(parts, e),
    },
    {
      realm: true,
      method: 'GET',
      path: `${actions}/restart`,
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
