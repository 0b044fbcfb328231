// Takes the answer of a page on which somebody proves who they are.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { OTP_LEVEL } from '#protocol/realm/view/acr-levels.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { advance, proceed, takeForm } from './advance.ts';
import type { Parts } from './complete-sign-in.ts';
import type { Execution } from './executions/execution.ts';
import { findExecution } from './executions/table.ts';
import { showExpired } from './late-answers.ts';
import type { NextPage } from './next-page.ts';
import type { Progress, SignInAttempt } from './sign-in-attempt.ts';

/** POST: the answer of a page on which somebody proves who they are. */
export async function takeProof(parts: Parts, exchange: RealmExchange): Promise<Reply> {
  const taken = await takeForm(parts, exchange);
  if (taken.reply !== undefined) return taken.reply;
  const { attempt, page } = taken;
  const execution = findExecution(exchange.query.get('execution'));
  // Who somebody is, is asked once in a tab, unless what was proven counts no more.
  const isNew = attempt.progress.userId === undefined || page.next === 'sign-in';
  const isAsked = execution?.level === OTP_LEVEL ? page.next === 'otp' : isNew;
  if (execution === undefined || !isAsked) return showExpired(exchange, attempt);
  return authenticate(parts, exchange, attempt, execution, page);
}

async function authenticate(
  parts: Parts,
  exchange: RealmExchange,
  attempt: SignInAttempt,
  execution: Execution,
  page: NextPage,
): Promise<Reply> {
  const { store, passwords, bruteForce, oneTimeCodes } = parts.deps;
  const deps = { users: store.users, passwords, bruteForce, oneTimeCodes };
  const result = await execution.authenticate(exchange, deps, knownOf(page));
  // The same form may have been sent twice at once: the one that is answered first counts.
  if (!parts.attempts.isCurrent(exchange, attempt)) return showExpired(exchange, attempt);
  if (!result.recognised) {
    exchange.activity.refused(result.error, 'authenticate-user');
    return proceed(parts, exchange, attempt, askAgain(exchange, execution, page), { failed: result });
  }
  const { user, rememberMe } = result;
  exchange.activity.passed('authenticate-user', `${user.username} signed in.`, 'OIDC Core §3.1.2.3');
  const now = exchange.clock.now();
  const isSecond = execution.level === OTP_LEVEL;
  const progress: Progress = {
    ...attempt.progress,
    userId: user.id,
    levels: { ...(isSecond ? attempt.progress.levels : {}), [execution.level]: now },
    rememberMe: rememberMe ?? attempt.progress.rememberMe,
  };
  const advanced = parts.attempts.renew(exchange, attempt, { progress });
  return advance(parts, exchange, advanced, user);
}

/** The person whom the page takes for granted. */
function knownOf(page: NextPage): StoredUser | undefined {
  if (page.next === 'otp') return page.user;
  return page.next === 'sign-in' ? page.known?.user : undefined;
}

/** The page to show after a wrong answer. Whoever gave another name than the known one is not that person. */
function askAgain({ form }: RealmExchange, { level }: Execution, page: NextPage): NextPage {
  if (level === OTP_LEVEL) return page;
  const isOther = page.next !== 'sign-in' || form.has('username');
  return { next: 'sign-in', known: isOther ? undefined : page.known };
}
