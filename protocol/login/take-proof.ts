// Takes the answer of a page on which somebody proves who they are.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
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
  const isAsked = attempt.progress.userId === undefined || page.next === 'sign-in';
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
