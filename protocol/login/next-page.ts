// Decides the next page from stored state alone: the request, the browser's session and the tab's progress.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { hasConsented, missingConsents } from '#protocol/realm/users/consents.ts';
import { hasOneTimeCodes } from '#protocol/realm/users/one-time-codes.ts';
import { isActionEnabled, pendingActions } from '#protocol/realm/users/required-actions.ts';
import { hasLevels, OTP_LEVEL, PASSWORD_LEVEL, requestedLevel } from '#protocol/realm/view/acr-levels.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { Progress } from './authentication-session.ts';
import { type Levels, reachedLevel, sessionLevels, validLevels } from './levels.ts';
import { findRequiredAction } from './required-actions/table.ts';
import type { BrowserSession, ConsentQuestion, SignInRequest } from './sign-in.ts';

/** Everything that determines the next page. */
export interface SignInState {
  readonly realm: Realm;
  /** Undefined when it has been removed since. */
  readonly client: Client | undefined;
  readonly request: SignInRequest;
  readonly browser: BrowserSession | undefined;
  /** Whether the user chose to sign in with another account. */
  readonly anotherUser: boolean;
  readonly progress: Progress;
  /** The user authenticated in this tab, as stored now; undefined if none, removed or disabled. */
  readonly proven: StoredUser | undefined;
  /** The consent that the protocol requires; called last. */
  readonly askConsent: () => ConsentQuestion | undefined;
  /** Milliseconds on the realm's clock. */
  readonly now: number;
}

/** The authenticated user. */
export interface Person {
  readonly user: StoredUser;
  readonly levels: Levels;
  /** The session that was reused; undefined when the user authenticated in this tab. */
  readonly session: BrowserSession | undefined;
}

export type NextPage = SignInResult | ShownPage;

/** The outcome of a sign-in that needs no further page. */
export type SignInResult =
  | { readonly next: 'complete'; readonly person: Person }
  | { readonly next: 'refuse'; readonly error: OAuthError }
  /** No sign-in can satisfy the request. */
  | { readonly next: 'fail'; readonly error: OAuthError };

export type ShownPage =
  /** `known`: the session's user, who must reauthenticate. */
  | { readonly next: 'sign-in'; readonly known: BrowserSession | undefined }
  | { readonly next: 'otp'; readonly user: StoredUser }
  /** `sessionId`: the browser's session, if any. */
  | {
      readonly next: 'required-action';
      readonly user: StoredUser;
      readonly name: string;
      readonly sessionId: string | undefined;
    }
  /** `question` lists the scopes not granted yet. */
  | { readonly next: 'consent'; readonly user: StoredUser; readonly question: ConsentQuestion };

/** Decides what comes next. OIDC Core §3.1.2.3. */
export function decideNextPage(state: SignInState): NextPage {
  const person = findPerson(state);
  if (person === undefined) return requestSignIn(state);
  const { requiredUserId } = state.request;
  if (requiredUserId !== undefined && person.user.id !== requiredUserId) return refuseOtherUser(person);
  return (
    decideLevel(state, person) ??
    decideAction(state, person) ??
    decideConsent(state, person) ?? { next: 'complete', person }
  );
}

/**
 * Requests the factors missing for the requested level. Without levels in realm and client, users with an OTP
 * device enter a code at each sign-in.
 */
function decideLevel(state: SignInState, { user, levels, session }: Person): NextPage | undefined {
  const { realm, client, request } = state;
  const requested = requestedLevel(realm, client, request.acr);
  const isLeveled = hasLevels(realm, client);
  if (requested.isEssential && requested.level > (isLeveled ? OTP_LEVEL : PASSWORD_LEVEL))
    return failLevel(state, requested.level);
  const hasDevice = hasOneTimeCodes(user);
  const needsOtp = isLeveled ? requested.level >= OTP_LEVEL : hasDevice && session === undefined;
  if (!needsOtp || reachedLevel(levels) >= OTP_LEVEL) return undefined;
  if (request.passive) return refusePassive(state.browser);
  if (hasDevice) return { next: 'otp', user };
  return isActionEnabled(realm, 'CONFIGURE_TOTP')
    ? { next: 'required-action', user, name: 'CONFIGURE_TOTP', sessionId: state.browser?.session.id }
    : failLevel(state, requested.level);
}

/** Compat: Keycloak's description. */
function failLevel({ request, realm, client, browser }: SignInState, level: number): NextPage {
  if (request.passive) return refusePassive(browser);
  const error = new OAuthError('invalid_request', {
    description: 'Authentication requirements not fulfilled',
    reason: `The request requires acr ${request.acr?.values.join(', ') ?? ''} (level ${level}), which no sign-in reaches: level 1 is the password, level 2 a one-time code.`,
    remedy: `Map the name to level 1 or 2 in attribute acr.loa.map of realm ${realm.name} or client ${client?.clientId ?? ''}, enable CONFIGURE_TOTP, or do not request it as essential.`,
    section: 'OIDC Core §5.5.1.1',
  });
  return { next: 'fail', error };
}

/** The user's first pending required action. Actions without a page are skipped. */
function decideAction({ realm, request, browser, now }: SignInState, { user }: Person): NextPage | undefined {
  const name = pendingActions(realm, user, now).find((action) => findRequiredAction(action) !== undefined);
  if (name === undefined) return undefined;
  if (request.passive) return refuseInteraction(`User ${user.username} must complete ${name} first.`);
  return { next: 'required-action', user, name, sessionId: browser?.session.id };
}

/** Requests consent for scopes not granted yet, or for all if consent is forced. OIDC Core §3.1.2.4. */
function decideConsent(
  { request, progress, askConsent }: SignInState,
  { user }: Person,
): NextPage | undefined {
  const question = askConsent();
  if (question === undefined) return undefined;
  const { client, scopes } = question;
  const isForced = request.forceConsent === true;
  if (isForced ? progress.consented : hasConsented(user, client, scopes)) return undefined;
  if (request.passive)
    return refuseInteraction(
      `User ${user.username} must consent to the scopes that client ${client.clientId} requests.`,
    );
  const asked = isForced
    ? scopes.filter((scope) => scope.shownOnConsent)
    : missingConsents(user, client, scopes);
  return { next: 'consent', user, question: { client, scopes: asked } };
}

/** Compat: `interaction_required`, whichever page would be needed. */
function refuseInteraction(reason: string): NextPage {
  const error = new OAuthError('interaction_required', {
    description: '',
    reason: `The request does not allow a page. ${reason}`,
    remedy: 'Send the request without prompt=none, so that the user can be prompted.',
  });
  return { next: 'refuse', error };
}

/** The browser's session, if it satisfies the request. */
function findUsableSession(state: SignInState): BrowserSession | undefined {
  const { request, browser, anotherUser, now } = state;
  if (browser === undefined || anotherUser) return undefined;
  if (request.forceLogin || request.forceAccountChoice === true) return undefined;
  if (request.requiredUserId !== undefined && request.requiredUserId !== browser.user.id) return undefined;
  const { maxAgeSeconds } = request;
  if (maxAgeSeconds === undefined) return browser;
  const isTooOld = maxAgeSeconds === 0 || now - browser.session.authenticatedAt > maxAgeSeconds * 1000;
  return isTooOld ? undefined : browser;
}

/** The user authenticated so far; this tab takes precedence over the session. */
function findPerson(state: SignInState): Person | undefined {
  const session = findUsableSession(state);
  const { realm, proven, progress, now } = state;
  const fromSession = session === undefined ? {} : validLevels(realm, sessionLevels(session.session), now);
  if (proven === undefined) {
    return session === undefined || fromSession[PASSWORD_LEVEL] === undefined
      ? undefined
      : { user: session.user, levels: fromSession, session };
  }
  const levels = { ...(session?.user.id === proven.id ? fromSession : {}), ...progress.levels };
  return levels[PASSWORD_LEVEL] === undefined ? undefined : { user: proven, levels, session: undefined };
}

function requestSignIn(state: SignInState): NextPage {
  const { request, browser } = state;
  if (request.passive) return refusePassive(browser);
  const isOther = request.requiredUserId !== undefined && request.requiredUserId !== browser?.user.id;
  return { next: 'sign-in', known: state.anotherUser || isOther ? undefined : browser };
}

function refusePassive(browser: BrowserSession | undefined): NextPage {
  const error = new OAuthError('login_required', {
    description: '',
    reason:
      browser === undefined
        ? 'The request does not allow a page, and this browser has no session in the realm.'
        : 'The request does not allow a page, and the session is too old or of another user, or the request requires a new sign-in.',
    remedy: 'Sign in with this browser first, or send the request without prompt=none.',
  });
  return { next: 'refuse', error };
}

function refuseOtherUser({ user }: Person): NextPage {
  const error = new OAuthError('login_required', {
    description: '',
    reason: `The request requires another user; ${user.username} signed in.`,
    remedy:
      'Sign in as the user that id_token_hint or the claims parameter names, or send the request without it.',
    section: 'OIDC Core §3.1.2.1',
  });
  return { next: 'refuse', error };
}
