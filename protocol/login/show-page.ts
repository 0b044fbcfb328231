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
import type { BrowserSession } from './sign-in.ts';
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
  if (page.next !== 'sign-in') exchange.activity.user(page.user.username);
  switch (page.next) {
    case 'sign-in':
      return showSignIn(parts, exchange, authentication, page.known, problem);
    case 'otp':
      return renderOtpPage(exchange, {
        action: formUrl(exchange, authentication, 'otp'),
        anotherUserUrl: restartUrl(exchange, authentication, false),
        username: page.user.username,
        problem: problem.failed?.message,
      });
    case 'required-action': {
      const action = findRequiredAction(page.name);
      if (action === undefined) throw new TypeError(`no required action "${page.name}"`);
      return action.render(exchange, {
        action: actionFormUrl(exchange, authentication, page.name),
        user: page.user,
        problems: problem.problems ?? {},
        secret: authentication.progress.secret,
      });
    }
    case 'consent':
      return renderConsentPage(exchange, {
        action: consentUrl(exchange, authentication),
        sessionCode: authentication.sessionCode,
        username: page.user.username,
        question: page.question,
      });
  }
}

async function showSignIn(
  parts: Parts,
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  known: BrowserSession | undefined,
  { notice, failed }: PageProblem,
): Promise<Reply> {
  const { clientId, loginHint } = authentication.request;
  const remembered = exchange.realm.rememberMe ? readRememberedUsername(exchange) : undefined;
  const named = await listNamedUsers(exchange, parts.deps.store.users);
  const knownId = known?.user.id;
  const reauthenticate = known === undefined ? undefined : 'Please re-authenticate to continue';
  return renderSignInPage(exchange, {
    action: (execution) => formUrl(exchange, authentication, execution),
    anotherUserUrl: restartUrl(exchange, authentication, false),
    clientName: readableClientName(exchange.realm.clients.get(clientId)?.name) || clientId,
    username: failed?.username ?? loginHint ?? remembered ?? '',
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
