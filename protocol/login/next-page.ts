// Decides which page comes next, from stored state alone: the request, the browser's session and what was done in this tab.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { hasConsented, missingConsents } from '#protocol/realm/users/consents.ts';
import { hasOneTimeCodes } from '#protocol/realm/users/one-time-codes.ts';
import { isActionEnabled, pendingActions } from '#protocol/realm/users/required-actions.ts';
import { hasLevels, OTP_LEVEL, PASSWORD_LEVEL, wishedLevel } from '#protocol/realm/view/acr-levels.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { Progress } from './authentication-session.ts';
import { countingLevels, type Levels, reachedLevel, sessionLevels } from './levels.ts';
import { findRequiredAction } from './required-actions/table.ts';
import type { BrowserSession, ConsentQuestion, SignInRequest } from './sign-in.ts';

/** Everything that the next page follows from. */
export interface SignInState {
  readonly realm: Realm;
  /** Undefined when it was removed meanwhile. */
  readonly client: Client | undefined;
  readonly request: SignInRequest;
  readonly browser: BrowserSession | undefined;
  /** Whether the person asked to be somebody else than the session says. */
  readonly anotherUser: boolean;
  readonly progress: Progress;
  /** The user that the progress names, as stored now; undefined when there is none or may not be used any more. */
  readonly proven: StoredUser | undefined;
  /** What the protocol wants to ask; called when everything else is done. */
  readonly askConsent: () => ConsentQuestion | undefined;
  /** Milliseconds on the realm's clock. */
  readonly now: number;
}

/** Who the person is. */
export interface Person {
  readonly user: StoredUser;
  readonly levels: Levels;
  /** The session that was enough; undefined when something was proven in this tab. */
  readonly session: BrowserSession | undefined;
}

/** What comes next: the client gets its answer, or the person a page. */
export type NextPage =
  | { readonly next: 'complete'; readonly person: Person }
  | { readonly next: 'refuse'; readonly error: OAuthError }
  /** Nobody can be what the request demands. */
  | { readonly next: 'fail'; readonly error: OAuthError }
  | ShownPage;

/** A page for the person. */
export type ShownPage =
  /** `known`: the person whose session this is must prove it again. */
  | { readonly next: 'sign-in'; readonly known: BrowserSession | undefined }
  | { readonly next: 'otp'; readonly user: StoredUser }
  /** `question` names what has not been granted yet. */
  /** `sessionId`: the browser's own session, if it has one. */
  | {
      readonly next: 'required-action';
      readonly user: StoredUser;
      readonly name: string;
      readonly sessionId: string | undefined;
    }
  | { readonly next: 'consent'; readonly user: StoredUser; readonly question: ConsentQuestion };

/** Decides what comes next. OIDC Core §3.1.2.3. */
export function decideNextPage(state: SignInState): NextPage {
  const person = findPerson(state);
  if (person === undefined) return askWho(state);
  const { requiredUserId } = state.request;
  if (requiredUserId !== undefined && person.user.id !== requiredUserId) return refuseOtherUser(person);
  return (
    decideLevel(state, person) ??
    decideAction(state, person) ??
    decideConsent(state, person) ?? { next: 'complete', person }
  );
}

/**
 * Asks for what is missing to the level: where realm and client know levels, up to the one that is wished; elsewhere whoever has a device for
 * one-time codes gives one with each sign-in.
 */
function decideLevel(state: SignInState, { user, levels, session }: Person): NextPage | undefined {
  const { realm, client, request } = state;
  const wish = wishedLevel(realm, client, request.acr);
  const isLeveled = hasLevels(realm, client);
  if (wish.isEssential && wish.level > (isLeveled ? OTP_LEVEL : PASSWORD_LEVEL))
    return failLevel(state, wish.level);
  const hasDevice = hasOneTimeCodes(user);
  const isWished = isLeveled ? wish.level >= OTP_LEVEL : hasDevice && session === undefined;
  if (!isWished || reachedLevel(levels) >= OTP_LEVEL) return undefined;
  if (request.passive) return { next: 'refuse', error: passiveRefusal(state.browser) };
  if (hasDevice) return { next: 'otp', user };
  return isActionEnabled(realm, 'CONFIGURE_TOTP')
    ? { next: 'required-action', user, name: 'CONFIGURE_TOTP', sessionId: state.browser?.session.id }
    : failLevel(state, wish.level);
}

/** Compat: Keycloak's words. */
function failLevel({ request, realm, client, browser }: SignInState, level: number): NextPage {
  if (request.passive) return { next: 'refuse', error: passiveRefusal(browser) };
  const error = new OAuthError('invalid_request', {
    description: 'Authentication requirements not fulfilled',
    reason: `The request demands acr ${request.acr?.values.join(', ') ?? ''} (level ${level}), which no sign-in reaches: level 1 is the password, level 2 a one-time code.`,
    remedy: `Map the name to level 1 or 2 in attribute acr.loa.map of realm ${realm.name} or client ${client?.clientId ?? ''}, let CONFIGURE_TOTP be enabled, or do not demand it as essential.`,
    section: 'OIDC Core §5.5.1.1',
  });
  return { next: 'fail', error };
}

/** What the user must do first. An action that has no page keeps nobody out. */
function decideAction({ realm, request, browser, now }: SignInState, { user }: Person): NextPage | undefined {
  const name = pendingActions(realm, user, now).find((action) => findRequiredAction(action) !== undefined);
  if (name === undefined) return undefined;
  if (request.passive) return refuseInteraction(`User ${user.username} must do ${name} first.`);
  return { next: 'required-action', user, name, sessionId: browser?.session.id };
}

/** Asks for what was not granted yet, or for everything where the request says so. OIDC Core §3.1.2.4. */
function decideConsent(
  { request, progress, askConsent }: SignInState,
  { user }: Person,
): NextPage | undefined {
  const wish = askConsent();
  if (wish === undefined) return undefined;
  const { client, scopes } = wish;
  const isForced = request.forceConsent === true;
  if (isForced ? progress.consented : hasConsented(user, client, scopes)) return undefined;
  if (request.passive)
    return refuseInteraction(
      `User ${user.username} must consent to what client ${client.clientId} asks for.`,
    );
  const asked = isForced
    ? scopes.filter((scope) => scope.shownOnConsent)
    : missingConsents(user, client, scopes);
  return { next: 'consent', user, question: { client, scopes: asked } };
}

/** Compat: whatever a page would be needed for, the client is told `interaction_required`. */
function refuseInteraction(reason: string): NextPage {
  const error = new OAuthError('interaction_required', {
    description: '',
    reason: `The request allows no page. ${reason}`,
    remedy: 'Send the request without prompt=none, so that the user can be prompted.',
  });
  return { next: 'refuse', error };
}

/** The session, if it is enough to say who the person is. */
function findCountingSession(state: SignInState): BrowserSession | undefined {
  const { request, browser, anotherUser, now } = state;
  if (browser === undefined || anotherUser) return undefined;
  if (request.forceLogin || request.forceAccountChoice === true) return undefined;
  if (request.requiredUserId !== undefined && request.requiredUserId !== browser.user.id) return undefined;
  const { maxAgeSeconds } = request;
  if (maxAgeSeconds === undefined) return browser;
  const isTooOld = maxAgeSeconds === 0 || now - browser.session.authenticatedAt > maxAgeSeconds * 1000;
  return isTooOld ? undefined : browser;
}

/** Who the person is by now: what this tab has proven stands above what the session says. */
function findPerson(state: SignInState): Person | undefined {
  const session = findCountingSession(state);
  const { realm, proven, progress, now } = state;
  const before = session === undefined ? {} : countingLevels(realm, sessionLevels(session.session), now);
  if (proven === undefined) {
    return session === undefined || before[PASSWORD_LEVEL] === undefined
      ? undefined
      : { user: session.user, levels: before, session };
  }
  const levels = { ...(session?.user.id === proven.id ? before : {}), ...progress.levels };
  return levels[PASSWORD_LEVEL] === undefined ? undefined : { user: proven, levels, session: undefined };
}

function askWho(state: SignInState): NextPage {
  const { request, browser } = state;
  if (request.passive) return { next: 'refuse', error: passiveRefusal(browser) };
  const isOther = request.requiredUserId !== undefined && request.requiredUserId !== browser?.user.id;
  return { next: 'sign-in', known: state.anotherUser || isOther ? undefined : browser };
}

function passiveRefusal(browser: BrowserSession | undefined): OAuthError {
  return new OAuthError('login_required', {
    description: '',
    reason:
      browser === undefined
        ? 'The request allows no page, and this browser has no session in the realm.'
        : 'The request allows no page, and the session is too old for it, of another user, or a new sign-in is demanded.',
    remedy: 'Sign in in this browser first, or send the request without prompt=none.',
  });
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
