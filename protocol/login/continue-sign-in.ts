// Continues a tab's sign-in: loads its state, then shows the next page or ends the sign-in.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { redirectReply } from '#protocol/http/replies.ts';
import { createOtpSecret, withoutOtpDevices } from '#protocol/realm/users/one-time-codes.ts';
import { isUserEnabled } from '#protocol/realm/users/users.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { AuthenticationSession, Progress } from './authentication-session.ts';
import { sendAccountLink } from './brokering/account-link.ts';
import { carryOnBrokering, isBrokeringAsked } from './brokering/carry-on-brokering.ts';
import { loadBrokered } from './brokering/load-brokered.ts';
import { findBrowserSession } from './browser-session.ts';
import { complete, deny, fail, findProtocol, type Parts, refuse } from './complete-sign-in.ts';
import { recordFlowRun } from './flow/record-run.ts';
import { requiredActionUrl } from './login-action-url.ts';
import { decideNextPage } from './next-page.ts';
import type { NextPage, ShownPage, SignInResult } from './next-page-types.ts';
import { findRequiredAction } from './required-actions/table.ts';
import { answerResetLink, sendResetLink } from './reset-link.ts';
import { type PageProblem, showPage } from './show-page.ts';
import type { SignInRequest } from './sign-in.ts';

type SignInInProgress = Pick<AuthenticationSession, 'request' | 'anotherUser' | 'progress' | 'locale'>;

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
  const brokered =
    progress.brokered && (await loadBrokered(parts.deps.store.users, exchange, request, progress.brokered));
  return decideNextPage({
    realm: exchange.realm,
    client: exchange.realm.clients.get(request.clientId),
    request,
    browser,
    anotherUser,
    progress,
    proven: user,
    brokered,
    headers: () => listHeaders(exchange),
    askConsent: () => findProtocol(parts, request).consent?.(exchange, request),
    now: exchange.clock.now(),
  });
}

function listHeaders({ headers }: RealmExchange): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => `${name}: ${each}`),
  );
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

/** Whether the sign-in ends; otherwise the user sees a page. */
export function isEnd(page: NextPage): page is SignInResult & NextPage {
  return ENDS.has(page.next);
}

const ENDS: ReadonlySet<NextPage['next']> = new Set(['complete', 'refuse', 'fail', 'deny']);

/** Sends the result of the sign-in to the client. */
export function endSignIn(
  parts: Parts,
  exchange: RealmExchange,
  started: SignInInProgress,
  page: SignInResult,
): Promise<Reply> {
  const { request } = started;
  switch (page.next) {
    case 'complete':
      return complete(parts, exchange, started, page.person);
    case 'refuse':
      return refuse(parts, exchange, request, page.error);
    case 'fail':
      return fail(parts, exchange, request, page.error);
    case 'deny':
      return deny(exchange, request, page.error);
  }
}

/** Activity says what each step of the flow did, and the console shows the last run of each flow. */
export async function recordRun(
  { deps }: Parts,
  exchange: RealmExchange,
  { clientId }: SignInRequest,
  { run }: NextPage,
): Promise<void> {
  if (run !== undefined) await recordFlowRun(deps.lastRuns, exchange, clientId, run);
}

/** Ends the tab's sign-in if no page remains; otherwise shows the page. `isNew`: it is the tab's first page. */
export async function proceed(
  parts: Parts,
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  page: NextPage,
  { isNew, ...problem }: PageProblem & { readonly isNew?: boolean } = {},
): Promise<Reply> {
  await recordRun(parts, exchange, authentication.request, page);
  if (page.next === 'reset-email') {
    const refused = await sendResetLink(parts, exchange, authentication, page);
    return answerResetLink(parts, exchange, authentication, refused);
  }
  if (isBrokeringAsked(page)) {
    const carried = await carryOnBrokering(parts, exchange, authentication, page);
    return carried.reply ?? continueSignIn(parts, exchange, carried.tab, carried.user);
  }
  if (page.next === 'remove-all-otp') return removeAllDevices(parts, exchange, authentication, page);
  if (isEnd(page)) {
    if (!authentication.finished)
      await parts.authentications.renew(exchange, authentication, { finished: true });
    return endSignIn(parts, exchange, authentication, page);
  }
  const change =
    page.next === 'required-action'
      ? { progress: await prepareAction(parts, exchange, authentication, page) }
      : {};
  if (page.next === 'link-email') {
    const shown = await sendAccountLink(parts.deps, exchange, authentication, page.brokered);
    return showPage(
      parts,
      exchange,
      await parts.authentications.renew(exchange, authentication, shown),
      page,
      problem,
    );
  }
  const isUnchanged = isNew === true && page.next !== 'required-action';
  const renewed = isUnchanged
    ? authentication
    : await parts.authentications.renew(exchange, authentication, change);
  return showPage(parts, exchange, renewed, page, problem);
}

/** Goes on after the step that removes the user's authenticators. */
async function removeAllDevices(
  parts: Parts,
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  { key, user }: Extract<NextPage, { readonly next: 'remove-all-otp' }>,
): Promise<Reply> {
  const { realm, clock, activity } = exchange;
  const stored = await parts.deps.store.users.update(realm.id, user.id, withoutOtpDevices);
  activity.recordPass('reset-otp', `The authenticators of ${user.username} are removed.`);
  const { progress } = authentication;
  const done = { ...progress.done, [key]: clock.now() };
  const renewed = await parts.authentications.renew(exchange, authentication, {
    progress: { ...progress, done },
  });
  return continueSignIn(parts, exchange, renewed, stored);
}

/** What the action needs before its page is shown: a secret, or a link that is sent. */
async function prepareAction(
  parts: Parts,
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  { name, user, isInitiated }: Extract<ShownPage, { readonly next: 'required-action' }>,
): Promise<Progress> {
  const action = findRequiredAction(name);
  const added = await action?.prepare?.(exchange, parts.deps, {
    user,
    authentication,
    isInitiated: isInitiated === true,
  });
  return { ...withSecret(authentication.progress), ...added };
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
  return goOn(parts, exchange, authentication, await findNextPage(parts, exchange, authentication, proven));
}

/** As {@link continueSignIn}, with the page that has been found. */
export async function goOn(
  parts: Parts,
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  page: NextPage,
): Promise<Reply> {
  if (page.next !== 'consent' && page.next !== 'required-action')
    return proceed(parts, exchange, authentication, page);
  exchange.activity.outcome('asked');
  const pageName = page.next === 'consent' ? 'consent' : page.name;
  return redirectReply(requiredActionUrl(exchange, authentication, pageName));
}
