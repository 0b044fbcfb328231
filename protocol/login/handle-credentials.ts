// Processes the forms in which users authenticate.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { OTP_LEVEL } from '#protocol/realm/view/acr-levels.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { AuthenticationSession, Progress } from './authentication-session.ts';
import type { Parts } from './complete-sign-in.ts';
import { continueSignIn, proceed, readSubmittedForm } from './continue-sign-in.ts';
import type { Execution } from './executions/execution.ts';
import { findExecution } from './executions/table.ts';
import { showExpired } from './late-answers.ts';
import type { NextPage } from './next-page.ts';

/** POST: a sign-in or one-time code form. */
export async function handleCredentials(parts: Parts, exchange: RealmExchange): Promise<Reply> {
  const form = await readSubmittedForm(parts, exchange);
  if (form.reply !== undefined) return form.reply;
  const { authentication, page } = form;
  const execution = findExecution(exchange.query.get('execution'));
  // A tab identifies the user once, unless that authentication has expired.
  const isNew = authentication.progress.userId === undefined || page.next === 'sign-in';
  const isExpected = execution?.level === OTP_LEVEL ? page.next === 'otp' : isNew;
  if (execution === undefined || !isExpected) return showExpired(exchange, authentication);
  return authenticate(parts, exchange, authentication, execution, page);
}

async function authenticate(
  parts: Parts,
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  execution: Execution,
  page: NextPage,
): Promise<Reply> {
  const { store, passwords, bruteForce, oneTimeCodes } = parts.deps;
  const deps = { users: store.users, passwords, bruteForce, oneTimeCodes };
  const result = await execution.authenticate(exchange, deps, knownUser(page));
  // The same form may have been submitted twice at once: the first one processed wins.
  if (!parts.authentications.isCurrent(exchange, authentication))
    return showExpired(exchange, authentication);
  if (!result.recognised) {
    exchange.activity.refused(result.error, 'authenticate-user');
    return proceed(parts, exchange, authentication, pageAfterFailure(exchange, execution, page), {
      failed: result,
    });
  }
  const { user, rememberMe } = result;
  exchange.activity.recordPass('authenticate-user', `${user.username} signed in.`, 'OIDC Core §3.1.2.3');
  const now = exchange.clock.now();
  const isSecondFactor = execution.level === OTP_LEVEL;
  const progress: Progress = {
    ...authentication.progress,
    userId: user.id,
    levels: { ...(isSecondFactor ? authentication.progress.levels : {}), [execution.level]: now },
    rememberMe: rememberMe ?? authentication.progress.rememberMe,
  };
  const advanced = parts.authentications.renew(exchange, authentication, { progress });
  return continueSignIn(parts, exchange, advanced, user);
}

/** The user that the page already knows. */
function knownUser(page: NextPage): StoredUser | undefined {
  if (page.next === 'otp') return page.user;
  return page.next === 'sign-in' ? page.known?.user : undefined;
}

/** The page to show after a failure. Entering a user name discards the known user. */
function pageAfterFailure({ form }: RealmExchange, { level }: Execution, page: NextPage): NextPage {
  if (level === OTP_LEVEL) return page;
  const isOther = page.next !== 'sign-in' || form.has('username');
  return { next: 'sign-in', known: isOther ? undefined : page.known };
}
