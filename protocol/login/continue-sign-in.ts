// Continues a tab's sign-in: loads its state, then shows the next page or ends the sign-in.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { redirectReply } from '#protocol/http/replies.ts';
import { createOtpSecret } from '#protocol/realm/users/one-time-codes.ts';
import { isUserEnabled } from '#protocol/realm/users/users.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import {
  type AuthenticationSession,
  hasCurrentCode,
  isTimedOut,
  type Progress,
} from './authentication-session.ts';
import { resumeAuthentication } from './authentication-session-problems.ts';
import { findBrowserSession } from './browser-session.ts';
import { complete, fail, findProtocol, type Parts, refuse } from './complete-sign-in.ts';
import { handleTimeout, showExpired } from './late-answers.ts';
import { requiredActionUrl } from './login-action-url.ts';
import { decideNextPage, type NextPage, type ShownPage, type SignInResult } from './next-page.ts';
import { type PageProblem, showPage } from './show-page.ts';

type SignInInProgress = Pick<AuthenticationSession, 'request' | 'anotherUser' | 'progress'>;

/** Loads a tab's state and decides its next page; `proven` avoids loading the user again. */
export async function findNextPage(
  parts: Parts,
  exchange: RealmExchange,
  authentication: SignInInProgress,
  proven?: StoredUser,
): Promise<NextPage> {
  const { request, anotherUser, progress } = authentication;
  const browser = await findBrowserSession(parts.deps, exchange);
  const user = proven ?? (await findProven(parts, exchange, progress));
  return decideNextPage({
    realm: exchange.realm,
    client: exchange.realm.clients.get(request.clientId),
    request,
    browser,
    anotherUser,
    progress,
    proven: user,
    askConsent: () => findProtocol(parts, request).consent?.(exchange, request),
    now: exchange.clock.now(),
  });
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

/** Whether the user sees a page; otherwise the sign-in ends. */
export function isShown(page: NextPage): page is ShownPage {
  return page.next !== 'complete' && page.next !== 'refuse' && page.next !== 'fail';
}

/** Sends the result of the sign-in to the client. */
export function endSignIn(
  parts: Parts,
  exchange: RealmExchange,
  { request, progress }: SignInInProgress,
  page: SignInResult,
): Promise<Reply> {
  switch (page.next) {
    case 'complete':
      return complete(parts, exchange, request, page.person, progress);
    case 'refuse':
      return refuse(parts, exchange, request, page.error);
    case 'fail':
      return fail(parts, exchange, request, page.error);
  }
}

/** Ends the tab's sign-in if no page remains; otherwise shows the page. */
export async function proceed(
  parts: Parts,
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  page: NextPage,
  problem?: PageProblem,
): Promise<Reply> {
  if (!isShown(page)) {
    parts.authentications.renew(exchange, authentication, { finished: true });
    return endSignIn(parts, exchange, authentication, page);
  }
  const change = page.next === 'required-action' ? { progress: withSecret(authentication.progress) } : {};
  const renewed = parts.authentications.renew(exchange, authentication, change);
  return showPage(parts, exchange, renewed, page, problem);
}

/** Each tab has one secret, so that reloading the page shows the same one. */
function withSecret(progress: Progress): Progress {
  return progress.secret === '' ? { ...progress, secret: createOtpSecret() } : progress;
}

/** Continues after a form. Consent and required actions have their own URL, so that reloading is safe. */
export async function continueSignIn(
  parts: Parts,
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  proven?: StoredUser,
): Promise<Reply> {
  const page = await findNextPage(parts, exchange, authentication, proven);
  if (page.next !== 'consent' && page.next !== 'required-action')
    return proceed(parts, exchange, authentication, page);
  exchange.activity.outcome('asked');
  const pageName = page.next === 'consent' ? 'consent' : page.name;
  return redirectReply(requiredActionUrl(exchange, authentication, pageName));
}

/** The form's authentication session and page; only a reply if the form is late or outdated. */
export type SubmittedForm =
  | { readonly authentication: AuthenticationSession; readonly page: NextPage; readonly reply: undefined }
  | { readonly reply: Reply };

export async function readSubmittedForm(parts: Parts, exchange: RealmExchange): Promise<SubmittedForm> {
  const resumed = await resumeAuthentication(parts.deps, parts.authentications, exchange);
  if (resumed.page !== undefined) return { reply: resumed.page };
  const { authentication } = resumed;
  if (isTimedOut(exchange, authentication))
    return { reply: await handleTimeout(parts, exchange, authentication) };
  if (!hasCurrentCode(exchange, authentication)) return { reply: showExpired(exchange, authentication) };
  const page = await findNextPage(parts, exchange, authentication);
  // The same form may have been submitted twice at once: the first one processed wins.
  if (!parts.authentications.isCurrent(exchange, authentication))
    return { reply: showExpired(exchange, authentication) };
  return { authentication, page, reply: undefined };
}
