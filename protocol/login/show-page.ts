// Renders a tab's next page.
import { readableClientName } from '#protocol/contract/client-name.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { AuthenticationSession } from './authentication-session.ts';
import { readRememberedUsername } from './browser-cookies.ts';
import type { Parts } from './complete-sign-in.ts';
import { renderConsentPage } from './consent-page.ts';
import type { NotRecognised } from './executions/execution.ts';
import { actionFormUrl, consentUrl, formUrl, restartUrl } from './login-action-url.ts';
import { listNamedUsers } from './named-users.ts';
import type { ShownPage } from './next-page.ts';
import { renderOtpPage } from './otp-page.ts';
import type { FieldProblems } from './required-actions/required-action.ts';
import { findRequiredAction } from './required-actions/table.ts';
import { renderSignInPage } from './sign-in-page.ts';

/** Messages on a page. */
export interface PageProblem {
  readonly notice?: string;
  readonly failed?: NotRecognised;
  /** Errors by field name. */
  readonly problems?: FieldProblems;
}

/** Renders the page of an authentication session whose current state is already stored. */
export async function showPage(
  parts: Parts,
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  page: ShownPage,
  problem: PageProblem = {},
): Promise<Reply> {
  if (problem.failed === undefined && problem.problems === undefined) exchange.activity.outcome('asked');
  switch (page.next) {
    case 'sign-in':
      return showSignIn(parts, exchange, authentication, page, problem);
    case 'otp':
      return showOtp(exchange, authentication, page, problem);
    case 'required-action':
      return showAction(exchange, authentication, page, problem.problems ?? {});
    case 'consent':
      return showConsent(exchange, authentication, page);
  }
}

function showOtp(
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  { user }: Extract<ShownPage, { readonly next: 'otp' }>,
  { failed }: PageProblem,
): Reply {
  exchange.activity.user(user.username);
  return renderOtpPage(exchange, {
    action: formUrl(exchange, authentication, 'otp'),
    anotherUserUrl: restartUrl(exchange, authentication, false),
    username: user.username,
    problem: failed?.message,
  });
}

function showAction(
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  { user, name }: Extract<ShownPage, { readonly next: 'required-action' }>,
  problems: FieldProblems,
): Reply {
  const action = findRequiredAction(name);
  if (action === undefined) throw new TypeError(`no required action "${name}"`);
  exchange.activity.user(user.username);
  const { secret } = authentication.progress;
  return action.render(exchange, {
    action: actionFormUrl(exchange, authentication, name),
    user,
    problems,
    secret,
  });
}

function showConsent(
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  { user, question }: Extract<ShownPage, { readonly next: 'consent' }>,
): Reply {
  exchange.activity.user(user.username);
  const { sessionCode } = authentication;
  return renderConsentPage(exchange, {
    action: consentUrl(exchange, authentication),
    sessionCode,
    username: user.username,
    question,
  });
}

/** The client's display name. */
function clientNameOf(exchange: RealmExchange, authentication: AuthenticationSession): string {
  const client = exchange.realm.clients.get(authentication.request.clientId);
  return readableClientName(client?.name) || authentication.request.clientId;
}

async function showSignIn(
  parts: Parts,
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  { known }: Extract<ShownPage, { readonly next: 'sign-in' }>,
  { notice, failed }: PageProblem,
): Promise<Reply> {
  const remembered = exchange.realm.rememberMe ? readRememberedUsername(exchange) : undefined;
  const named = await listNamedUsers(exchange, parts.deps.store.users);
  const knownId = known?.user.id;
  const reauthenticate = known === undefined ? undefined : 'Please re-authenticate to continue';
  return renderSignInPage(exchange, {
    action: (execution) => formUrl(exchange, authentication, execution),
    anotherUserUrl: restartUrl(exchange, authentication, false),
    clientName: clientNameOf(exchange, authentication),
    username: failed?.username ?? authentication.request.loginHint ?? remembered ?? '',
    rememberMe: failed?.rememberMe ?? remembered !== undefined,
    knownUsername: known?.user.username,
    notice: notice ?? reauthenticate,
    problem: failed?.message,
    namedUsers:
      named === undefined || knownId === undefined
        ? named
        : { users: named.users.filter((user) => user.id === knownId), more: false },
  });
}
