// Completes a sign-in: starts or reuses the session, and the protocol sends the user back to the client.
import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { touchSession } from '#protocol/realm/sessions/sessions.ts';
import type { BruteForceDetection } from '#protocol/realm/users/brute-force.ts';
import type { PasswordChecker } from '#protocol/realm/users/credentials.ts';
import type { OneTimeCodes } from '#protocol/realm/users/one-time-codes.ts';
import { PASSWORD_LEVEL } from '#protocol/realm/view/acr-levels.ts';
import type { UserSession } from '#protocol/store/store.ts';
import type { SendActionMail } from './action-tokens/action-mailer.ts';
import type { ActionTokenType } from './action-tokens/action-token.ts';
import { refuseUsedLink } from './action-tokens/link-problems.ts';
import { consumeLink } from './action-tokens/used-links.ts';
import type { AuthenticationSession, AuthenticationSessions, Progress } from './authentication-session.ts';
import { withCookies } from './browser-cookies.ts';
import { type BrowserSessionDependencies, startOrRenewSession } from './browser-session.ts';
import { clientHome } from './client-home.ts';
import { renderErrorPage } from './error-page.ts';
import type { LastRuns } from './flow/last-runs.ts';
import { withNewSession, withUsedSession } from './join-session.ts';
import { acrOf, reachedLevel } from './levels.ts';
import type { Person } from './next-page-types.ts';
import { languageCookies, saveRequestedLocale } from './requested-locale.ts';
import { initiatedActionStatus } from './required-actions/initiated-action.ts';
import type { BrowserSession, LoginProtocols, SignedIn, SignInProtocol, SignInRequest } from './sign-in.ts';
import type { SignOutDeps } from './sign-out.ts';
import { rememberTab } from './texts/page-texts.ts';

/** Services used by the sign-in pages. */
export interface LoginDependencies extends BrowserSessionDependencies, Omit<SignOutDeps, 'store'> {
  readonly sendMail: SendActionMail;
  readonly passwords: PasswordChecker;
  readonly bruteForce: BruteForceDetection;
  readonly oneTimeCodes: OneTimeCodes;
  readonly lastRuns: LastRuns;
}

/** Dependencies of the page handlers. */
export interface Parts {
  readonly deps: LoginDependencies;
  readonly protocols: LoginProtocols;
  readonly authentications: AuthenticationSessions;
}

const REMEMBERED = { remember_me: 'true' };

/** The protocol that requested the sign-in. @throws {TypeError} when the table has no such row. */
export function findProtocol(parts: Parts, request: SignInRequest): SignInProtocol {
  const protocol = parts.protocols.signIn[request.protocol];
  if (protocol === undefined) throw new TypeError(`no sign-in protocol "${request.protocol}"`);
  return protocol;
}

/** Reports a failed sign-in to the client. */
export async function refuse(
  parts: Parts,
  exchange: RealmExchange,
  request: SignInRequest,
  error: OAuthError,
  rule = 'find-session',
): Promise<Reply> {
  exchange.activity.refused(error, rule);
  return findProtocol(parts, request).refuse(exchange, request, error);
}

/** No sign-in can satisfy the request. Compat: shown on a page unless the protocol has its own response. */
export async function fail(
  parts: Parts,
  exchange: RealmExchange,
  request: SignInRequest,
  error: OAuthError,
): Promise<Reply> {
  exchange.activity.refused(error, 'check-acr');
  const answer = findProtocol(parts, request).fail?.(exchange, request, error);
  return answer ?? showError(exchange, request, error, 400);
}

function showError(
  exchange: RealmExchange,
  { clientId }: SignInRequest,
  error: OAuthError,
  status: number,
): Reply {
  const backTo = clientHome(exchange.realm.clients.get(clientId), exchange.baseUrl);
  return renderErrorPage(exchange, { status, message: error.description, error, backTo });
}

/** The flow denies access. Compat: shown on a page, whatever the protocol. */
export async function deny(
  exchange: RealmExchange,
  request: SignInRequest,
  error: OAuthError,
): Promise<Reply> {
  exchange.activity.refused(error, 'authentication-flow');
  return showError(exchange, request, error, error.status);
}

/** The tab's link, for a page that refuses it. */
export function usedLink(
  { link }: Progress,
  { clientId }: SignInRequest,
): { readonly type: ActionTokenType; readonly clientId: string } | undefined {
  return link === undefined ? undefined : { type: link.type, clientId };
}

/** What the session knows of a sign-in through an identity provider. */
function notesOf({ brokered }: Progress): UserSession['notes'] {
  if (brokered === undefined) return undefined;
  const { notes, firstNotes } = brokered.identity;
  return brokered.isNew === true ? { ...notes, ...firstNotes } : notes;
}

/** Sends the signed-in user back to the client. */
export async function complete(
  parts: Parts,
  exchange: RealmExchange,
  started: Pick<AuthenticationSession, 'request' | 'progress' | 'locale'>,
  person: Person,
): Promise<Reply> {
  const { request, progress } = started;
  exchange.activity.user(person.user.username);
  rememberTab(exchange, started, person.user);
  if (!(await consumeLink(parts.deps.store.sessions, exchange, progress)))
    return refuseUsedLink(exchange, usedLink(progress, request));
  const user = await saveRequestedLocale(parts.deps.store, exchange, person.user, started);
  const finish = findProtocol(parts, request).finish;
  if (finish !== undefined) return finish(exchange, request, user);
  const { realm } = exchange;
  const client = realm.clients.get(request.clientId);
  const acr = acrOf(realm, client, person.levels, person.session === undefined);
  const actionStatus = initiatedActionStatus(realm, request, progress, user);
  const reached = {
    acr,
    level: reachedLevel(person.levels),
    ...(actionStatus === undefined ? {} : { actionStatus }),
    ...(progress.organization === undefined ? {} : { organization: progress.organization }),
  };
  if (person.session !== undefined)
    return completeFromSession(parts, exchange, request, { ...person.session, user }, reached);
  // Compat: who comes from an identity provider has not shown that guesses of the password were their own.
  const isOfProvider = progress.brokered !== undefined && progress.levels[PASSWORD_LEVEL] === undefined;
  if (!isOfProvider) await parts.deps.bruteForce.recordSuccess(realm, user.id);
  const { session, cookies, isNew } = await startOrRenewSession(parts.deps, exchange, {
    user,
    rememberMe: progress.rememberMe,
    levels: person.levels,
    flow: request.flow,
    notes: notesOf(progress),
  });
  exchange.activity.session(session.id);
  if (session.rememberMe) exchange.activity.eventDetails(REMEMBERED);
  const signedIn = { user, session, ...reached };
  const { sessions } = parts.deps.store;
  const protocol = findProtocol(parts, request);
  if (isNew && protocol.joins !== true) await sessions.create(session);
  const answer =
    isNew && protocol.joins === true
      ? await withNewSession(sessions, session, (join) =>
          protocol.complete(exchange, request, { ...signedIn, join }),
        )
      : await protocol.complete(exchange, request, signedIn);
  return withCookies(answer, [...cookies, ...languageCookies(exchange, user)]);
}

/** Single sign-on: reuses the session, which resets its idle time. The protocol refuses a session that has ended. */
async function completeFromSession(
  parts: Parts,
  exchange: RealmExchange,
  request: SignInRequest,
  browser: BrowserSession,
  reached: Omit<SignedIn, 'user' | 'session'>,
): Promise<Reply> {
  const { session: known, user } = browser;
  const { sessions } = parts.deps.store;
  const protocol = findProtocol(parts, request);
  const now = exchange.clock.now();
  exchange.activity.session(known.id);
  exchange.activity.recordPass(
    'find-session',
    `The browser has a session of ${known.username}.`,
    'OIDC Core §3.1.2.3',
  );
  const signedIn = { user, session: touchSession(known, now), ...reached };
  if (protocol.joins === true)
    return withUsedSession(sessions, known, now, (join) =>
      protocol.complete(exchange, request, { ...signedIn, join }),
    );
  const { realmId, id } = known;
  const session = await sessions.update({ realmId, id, known }, (current) => {
    if (current === undefined) return { result: known };
    const touched = touchSession(current, now);
    return { session: touched, result: touched };
  });
  return protocol.complete(exchange, request, { ...signedIn, session });
}
