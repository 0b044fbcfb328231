// A form that was submitted: it must come from the latest page of its tab, and in time.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { type AuthenticationSession, hasCurrentCode, isTimedOut } from './authentication-session.ts';
import { resumeAuthentication } from './authentication-session-problems.ts';
import { readIdentityCookie } from './browser-cookies.ts';
import type { Parts } from './complete-sign-in.ts';
import { findNextPage } from './continue-sign-in.ts';
import { handleTimeout, showExpired } from './late-answers.ts';
import { refuseLostUser } from './lost-user.ts';
import type { NextPage } from './next-page-types.ts';

/** The form's authentication session and page; only a reply if the form is late or outdated. */
export type SubmittedForm =
  | { readonly authentication: AuthenticationSession; readonly page: NextPage; readonly reply: undefined }
  | { readonly reply: Reply };

/** Whether finding the next page looks into the store. */
function hasRead(exchange: RealmExchange, { progress }: AuthenticationSession): boolean {
  return progress.userId !== undefined || readIdentityCookie(exchange) !== undefined;
}

export async function readSubmittedForm(parts: Parts, exchange: RealmExchange): Promise<SubmittedForm> {
  const resumed = await resumeAuthentication(parts.deps, parts.authentications, exchange);
  if (resumed.page !== undefined) return { reply: resumed.page };
  const { authentication } = resumed;
  if (isTimedOut(exchange, authentication))
    return { reply: await handleTimeout(parts, exchange, authentication) };
  if (!hasCurrentCode(exchange, authentication)) return { reply: showExpired(exchange, authentication) };
  const lost = await refuseLostUser(parts, exchange, authentication);
  if (lost !== undefined) return { reply: lost };
  const page = await findNextPage(parts, exchange, authentication);
  // The same form may have been submitted twice at once: the first one processed wins. If nothing had to be read in
  // between, nothing has changed.
  if (hasRead(exchange, authentication) && !(await parts.authentications.isCurrent(exchange, authentication)))
    return { reply: showExpired(exchange, authentication) };
  return { authentication, page, reply: undefined };
}
