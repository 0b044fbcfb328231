// The tab of a page beside the sign-in: a forgotten password, a registration.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { type AuthenticationSession, isTimedOut } from './authentication-session.ts';
import { resumeAuthentication } from './authentication-session-problems.ts';
import type { Parts } from './complete-sign-in.ts';
import { handleTimeout } from './late-answers.ts';

/** The tab, or the page to show instead: that of `refuse`, or one that says that the tab is gone or took too long. */
export async function findTab(
  parts: Parts,
  exchange: RealmExchange,
  refuse: (tab: AuthenticationSession) => Reply | undefined,
): Promise<{ readonly tab: AuthenticationSession } | { readonly reply: Reply }> {
  const resumed = await resumeAuthentication(parts.deps, parts.authentications, exchange);
  if (resumed.page !== undefined) return { reply: resumed.page };
  const tab = resumed.authentication;
  const refused = refuse(tab);
  if (refused !== undefined) return { reply: refused };
  return isTimedOut(exchange, tab) ? { reply: await handleTimeout(parts, exchange, tab) } : { tab };
}
