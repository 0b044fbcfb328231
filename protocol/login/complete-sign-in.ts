// Completes a sign-in: starts or reuses the session, and the protocol sends the user back to the client.
import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { touchSession } from '#protocol/realm/sessions/sessions.ts';
import type { BruteForceDetection } from '#protocol/realm/users/brute-force.ts';
import type { PasswordChecker } from '#protocol/realm/users/credentials.ts';
import type { OneTimeCodes } from '#protocol/realm/users/one-time-codes.ts';
import type { AuthenticationSessions, Progress } from './authentication-session.ts';
import { withCookies } from './browser-cookies.ts';
import { type BrowserSessionDependencies, startOrRenewSession } from './browser-session.ts';
import { clientHome } from './client-home.ts';
import { renderErrorPage } from './error-page.ts';
import { acrOf, reachedLevel } from './levels.ts';
import type { Person } from './next-page.ts';
import type { BrowserSession, LoginProtocols, SignedIn, SignInProtocol, SignInRequest } from './sign-in.ts';
import type { SignOutDeps } from './sign-out.ts';

/** Services used by the sign-in pages. */
export interface LoginDependencies extends BrowserSessionDependencies, Omit<SignOutDeps, 'store'> {
  readonly passwords: PasswordChecker;
  readonly bruteForce: BruteForceDetection;
  readonly oneTimeCodes: OneTimeCodes;
}

/** Dependencies of the page handlers. */
export interface Parts {
  readonly deps: LoginDependencies;
  readonly protocols: LoginProtocols;
  readonly authentications: AuthenticationSessions;
}

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
  if (answer !== undefined) return answer;
  const backTo = clientHome(exchange.realm.clients.get(request.clientId), exchange.baseUrl);
  return renderErrorPage(exchange, { status: 400, message: error.description, error, backTo });
}

/** Sends the signed-in user back to the client. */
export async function complete(
  parts: Parts,
  exchange: RealmExchange,
  request: SignInRequest,
  person: Person,
  progress: Progress,
): Promise<Reply> {
  exchange.activity.user(person.user.username);
  const { realm } = exchange;
  const client = realm.clients.get(request.clientId);
  const acr = acrOf(realm, client, person.levels, person.session === undefined);
  const reached = { acr, level: reachedLevel(person.levels) };
  if (person.session !== undefined)
    return completeFromSession(parts, exchange, request, person.session, reached);
  parts.deps.bruteForce.recordSuccess(realm.id, person.user.id);
  const { session, cookies } = await startOrRenewSession(parts.deps, exchange, {
    user: person.user,
    rememberMe: progress.rememberMe,
    levels: person.levels,
    flow: request.flow,
  });
  const signedIn: SignedIn = { user: person.user, session, ...reached };
  return withCookies(await findProtocol(parts, request).complete(exchange, request, signedIn), cookies);
}

/** Single sign-on: reuses the session, which resets its idle time. */
async function completeFromSession(
  parts: Parts,
  exchange: RealmExchange,
  request: SignInRequest,
  browser: BrowserSession,
  reached: Pick<SignedIn, 'acr' | 'level'>,
): Promise<Reply> {
  const session = touchSession(browser.session, exchange.clock.now());
  parts.deps.store.sessions.save(session);
  exchange.activity.recordPass(
    'find-session',
    `The browser has a session of ${session.username}.`,
    'OIDC Core §3.1.2.3',
  );
  const signedIn: SignedIn = { user: browser.user, session, ...reached };
  return findProtocol(parts, request).complete(exchange, request, signedIn);
}
