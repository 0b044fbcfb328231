// Decides the next page from stored state alone: the request, the browser's session and the tab's progress.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { findFlowTree, findNamedFlow, findProviderFlow } from '#protocol/realm/flows/flow-tree.ts';
import { hasConsented, missingConsents } from '#protocol/realm/users/consents.ts';
import { hasOneTimeCodes } from '#protocol/realm/users/one-time-codes.ts';
import { inActionOrder, isActionEnabled, pendingActions } from '#protocol/realm/users/required-actions.ts';
import { hasLevels, OTP_LEVEL, PASSWORD_LEVEL, requestedLevel } from '#protocol/realm/view/acr-levels.ts';
import { findIdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { ACTION_TOKEN } from './action-tokens/link-request.ts';
import type { BrokeredFacts } from './brokering/brokered.ts';
import { BROWSER_STEPS, POST_LOGIN_STEPS } from './flow/browser-steps.ts';
import { FIRST_LOGIN_STEPS } from './flow/first-login-steps.ts';
import type { Ask, FlowFacts, StepTable } from './flow/flow-step.ts';
import { findPageOrganization, listChoices } from './flow/organization-step.ts';
import { RESET_STEPS } from './flow/reset-steps.ts';
import { type FlowResult, runFlow } from './flow/run-flow.ts';
import { type Levels, reachedLevel } from './levels.ts';
import { refuseInteraction, refuseOtherUser, refusePassive } from './next-page-refusals.ts';
import type { BrokeringPage, NextPage, Person, SignInState } from './next-page-types.ts';
import { requestedScopes } from './requested-scopes.ts';
import { initiatedActionStatus } from './required-actions/initiated-action.ts';
import { findRequiredAction } from './required-actions/table.ts';
import { isRequiredUser } from './required-user.ts';

/** Decides what comes next. OIDC Core §3.1.2.3. */
export function decideNextPage(state: SignInState): NextPage {
  const isReset = state.progress.resets === true && state.proven !== undefined;
  const linked = isReset ? undefined : findLinked(state);
  if (linked !== undefined) return decideAction(state, linked) ?? { next: 'complete', person: linked };
  if (isReset) return decideByFlow(state, readResetFacts(state), RESET_STEPS);
  if (state.brokered?.isLinked === false) return decideFirstLogin(state, state.brokered);
  const facts = readFacts(state);
  const registered = findRegistered(state);
  if (registered !== undefined)
    return decidePostLogin(state, facts, registered) ?? decideAfterFlow(state, facts, registered);
  return decideByFlow(state, facts, BROWSER_STEPS);
}

function decideByFlow(state: SignInState, facts: FlowFacts, table: StepTable): NextPage {
  const result = runFlow(facts, table);
  const username = result.end === 'refused' ? facts.identified?.username : result.user?.username;
  const run = { flow: facts.tree.alias, reports: result.reports, username };
  return Object.assign(decideAfterFlow(state, facts, result), { run });
}

/** Whoever opened a link that signs nobody in: no flow is run. */
function findLinked({ request, proven, progress }: SignInState): Person | undefined {
  if (request.protocol !== ACTION_TOKEN || proven === undefined || proven.id !== progress.linkedUserId)
    return undefined;
  return { user: proven, levels: progress.levels, session: undefined, setUps: [] };
}

/** The flow of a first sign-in through an identity provider, whatever session the browser has. */
function decideFirstLogin(state: SignInState, brokered: BrokeredFacts): NextPage {
  const { realm, progress } = state;
  const provider = findIdentityProvider(realm, brokered.identity.provider);
  const facts: FlowFacts = {
    ...readFacts(state),
    tree: findProviderFlow(realm, provider?.firstLoginFlow, 'first broker login'),
    session: { missing: 'an identity provider has identified the person' },
    done: progress.done,
    brokered,
  };
  const result = runFlow(facts, FIRST_LOGIN_STEPS);
  const run = { flow: facts.tree.alias, reports: result.reports, username: brokered.identity.username };
  return Object.assign(decideBrokered(state, facts, brokered, result), { run });
}

function decideBrokered(
  state: SignInState,
  facts: FlowFacts,
  brokered: BrokeredFacts,
  result: FlowResult,
): NextPage {
  if (result.end === 'refused') return { next: 'deny', error: result.error };
  if (result.end === 'succeeded') return { next: 'link-user', user: result.user, brokered };
  return state.request.passive ? refusePassive(state.browser) : toPage(state, facts, result);
}

/** The flow that the provider names for after each sign-in; undefined: there is none, or it is passed and asks for nothing. */
function decidePostLogin(
  state: SignInState,
  facts: FlowFacts,
  registered: Extract<FlowResult, { end: 'succeeded' }>,
): NextPage | undefined {
  const { realm, progress, proven } = state;
  const { provider } = progress.brokered?.identity ?? {};
  const alias = provider === undefined ? undefined : findIdentityProvider(realm, provider)?.postLoginFlow;
  const tree = alias === undefined ? undefined : findNamedFlow(realm, alias);
  if (tree === undefined || proven === undefined) return undefined;
  const session = { missing: 'an identity provider has identified the person' };
  const result = runFlow({ ...facts, tree, session, noRedirect: session.missing }, POST_LOGIN_STEPS);
  if (result.end === 'succeeded') {
    // Compat: what a step requires of the user, such as a one-time code, is set up after the flow.
    const { setUps } = result;
    return setUps.length === 0 ? undefined : decideAfterFlow(state, facts, { ...registered, setUps });
  }
  const run = { flow: tree.alias, reports: result.reports, username: proven.username };
  return Object.assign(decideAfterFlow(state, { ...facts, tree }, result), { run });
}

/** Compat: people who have registered, or whom a provider has identified, have passed the flow of that, and no other is run. */
function findRegistered({
  proven,
  progress,
}: SignInState): Extract<FlowResult, { end: 'succeeded' }> | undefined {
  const isKnown = progress.registered === true || progress.brokered?.isLinked === true;
  if (proven === undefined || !isKnown) return undefined;
  const { levels } = progress;
  return { end: 'succeeded', user: proven, levels, session: undefined, setUps: [], reports: [] };
}

function decideAfterFlow(state: SignInState, facts: FlowFacts, result: FlowResult): NextPage {
  const { passive, requiredUser } = state.request;
  if (result.end !== 'succeeded' && passive && !isPassedOn(state, result))
    return refusePassive(state.browser);
  if (result.end === 'refused') return { next: 'deny', error: result.error };
  // Whoever is known is not asked for more that cannot suffice.
  const unreachable = facts.identified === undefined ? undefined : checkReachable(state, facts);
  if (result.end === 'asked') return unreachable ?? toPage(state, facts, result);
  const person = toPerson(state, facts, result);
  if (!isRequiredUser(requiredUser, person.user)) return refuseOtherUser(person.user);
  return (
    checkReachable(state, facts) ??
    decideLevel(state, facts, person) ??
    decideAction(state, person) ??
    decideConsent(state, person) ?? { next: 'complete', person }
  );
}

/** Compat: a provider is asked in place of a page if it accepts `prompt=none`. */
function isPassedOn({ realm }: SignInState, result: FlowResult): boolean {
  if (result.end !== 'asked' || result.step.ask !== 'provider') return false;
  return findIdentityProvider(realm, result.step.provider ?? '')?.acceptsPassive === true;
}

function toPage(
  state: SignInState,
  facts: FlowFacts,
  asked: Extract<FlowResult, { end: 'asked' }>,
): NextPage {
  const { request, browser } = state;
  const { step, user } = asked;
  const { key } = step;
  // Pages offer providers by buttons.
  const others = asked.others.filter(({ ask }) => isChoice(ask));
  switch (step.ask) {
    case 'sign-in': {
      const isOther =
        browser === undefined
          ? request.requiredUser !== undefined
          : !isRequiredUser(request.requiredUser, browser.user);
      return { next: 'sign-in', key, others, known: isOther ? undefined : user };
    }
    case 'username':
      return { next: 'username', key, others };
    case 'name-first':
    case 'select-organization':
      return toOrganizationPage(facts, user, step.ask);
    case 'reset-email':
      if (user === undefined) throw new TypeError(`step ${key} asks nobody`);
      return { next: step.ask, user };
    case 'remove-all-otp':
      if (user === undefined) throw new TypeError(`step ${key} asks nobody`);
      return { next: step.ask, key, user };
    case 'password':
    case 'otp':
    case 'recovery-code':
    case 'remove-otp':
      if (user === undefined) throw new TypeError(`step ${key} asks nobody`);
      return { next: step.ask, key, others, user };
    case 'provider':
      return { next: step.ask, alias: step.provider ?? '' };
    case 'create-user':
    case 'review-profile':
    case 'confirm-link':
    case 'link-email':
      return toBrokering(state, key, step.ask);
    default:
      throw new TypeError(`step ${key} has no page`);
  }
}

const NO_CHOICES: ReadonlySet<Ask> = new Set([
  'provider',
  'create-user',
  'review-profile',
  'confirm-link',
  'link-email',
  'name-first',
  'select-organization',
]);

const isChoice = (ask: Ask): boolean => !NO_CHOICES.has(ask);

function toOrganizationPage(
  facts: FlowFacts,
  user: StoredUser | undefined,
  next: 'name-first' | 'select-organization',
): NextPage {
  if (next === 'name-first' || user === undefined)
    return { next: 'name-first', organization: findPageOrganization(facts) };
  return { next, user, organizations: listChoices(facts, user) };
}

function toBrokering(
  { brokered }: SignInState,
  key: string,
  next: 'create-user' | BrokeringPage['next'],
): NextPage {
  if (brokered === undefined) throw new TypeError(`step ${key} asks nobody`);
  return { next, key, brokered };
}

function readFacts(state: SignInState): FlowFacts {
  const { realm, client, request, browser, anotherUser, progress, proven, now } = state;
  const session = findUsableSession(state);
  return {
    tree: findFlowTree(realm, client, 'browser'),
    realm,
    client,
    session,
    known: anotherUser ? undefined : browser?.user,
    identified: proven,
    done: proven === undefined ? NONE : progress.done,
    levels: proven === undefined ? NONE : progress.levels,
    completedActions: progress.completedActions ?? [],
    chosen: progress.chosen,
    typedName: progress.typedName,
    organization: progress.organization,
    providerHint: request.providerHint,
    noRedirect: whyNoRedirect(state),
    isPassive: request.passive,
    requestedLevel: requestedLevel(realm, client, request.acr).level,
    scopes: () => requestedScopes(realm, request),
    headers: state.headers,
    now,
  };
}

/** Why identity providers are not asked by themselves. */
function whyNoRedirect({ progress, anotherUser }: SignInState): string | undefined {
  if (progress.refusedBy !== undefined)
    return `identity provider ${progress.refusedBy} has not said who the person is`;
  return anotherUser ? 'another account was chosen' : undefined;
}

const NONE: Levels = {};

/** A forgotten password is reset by the realm's flow for that, whatever session the browser has. */
function readResetFacts(state: SignInState): FlowFacts {
  return {
    ...readFacts(state),
    tree: findFlowTree(state.realm, state.client, 'reset credentials'),
    session: { missing: 'the user resets a forgotten password' },
  };
}

/**
 * The user, and the levels reached. In flows that do not distinguish levels they are those of password and one-time
 * code; what this tab has proven adds to what the session of the same user has.
 */
function toPerson(
  { progress, now }: SignInState,
  { tree, session }: FlowFacts,
  { user, levels, session: reused, setUps }: Extract<FlowResult, { end: 'succeeded' }>,
): Person {
  if (tree.levels.length > 0 || reused !== undefined) return { user, levels, session: reused, setUps };
  // Whoever has passed the flow has reached the first level, even if it asks for no password.
  const proven = isOf(session, user) ? { ...levels, ...progress.levels } : progress.levels;
  const withFirst = proven[PASSWORD_LEVEL] === undefined ? { ...proven, [PASSWORD_LEVEL]: now } : proven;
  return { user, levels: withFirst, session: reused, setUps };
}

const isOf = (session: FlowFacts['session'], { id }: StoredUser): boolean =>
  'user' in session && session.user.id === id;

/** Compat: an essential level that the flow cannot reach fails after the sign-in. OIDC Core §5.5.1.1. */
function checkReachable(state: SignInState, { tree }: FlowFacts): NextPage | undefined {
  const { realm, client, request } = state;
  const requested = requestedLevel(realm, client, request.acr);
  if (!requested.isEssential) return undefined;
  const own = tree.levels.at(-1)?.level;
  const highest = own ?? (hasLevels(realm, client) ? OTP_LEVEL : PASSWORD_LEVEL);
  return requested.level > highest ? failLevel(state, requested.level) : undefined;
}

/**
 * In flows that do not distinguish levels: the one-time code that the requested level requires. Choice:
 * docs/differences-to-keycloak.md, "Levels of authentication".
 */
function decideLevel(state: SignInState, { tree }: FlowFacts, person: Person): NextPage | undefined {
  const { realm, client, request } = state;
  if (tree.levels.length > 0 || !hasLevels(realm, client)) return undefined;
  const { user, levels } = person;
  const requested = requestedLevel(realm, client, request.acr);
  if (requested.level < OTP_LEVEL || reachedLevel(levels) >= OTP_LEVEL) return undefined;
  if (request.passive) return refusePassive(state.browser);
  if (hasOneTimeCodes(user)) return { next: 'otp', key: undefined, others: [], user };
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

/**
 * The user's first pending required action, or else the one that the application starts. Actions without a page are
 * skipped.
 */
function decideAction(
  { realm, request, progress, browser, now }: SignInState,
  { user, setUps }: Person,
): NextPage | undefined {
  const ofTab = progress.linkedUserId === user.id ? (progress.actions ?? []) : [];
  const enabled = ofTab.filter((action) => isActionEnabled(realm, action));
  const { completedActions = [] } = progress;
  const toSetUp = inActionOrder(
    realm,
    setUps.filter((action) => !completedActions.includes(action)),
  );
  const due = [...toSetUp, ...pendingActions(realm, user, now), ...enabled];
  const own = due.find((name) => {
    const action = findRequiredAction(name);
    if (action === undefined || action.needsParameter === true) return false;
    return action.isIgnored?.(user, realm) !== true;
  });
  const isDue =
    request.action !== undefined && initiatedActionStatus(realm, request, progress, user) === undefined;
  const name = own ?? (isDue ? request.action?.name : undefined);
  if (name === undefined) return undefined;
  if (request.passive) return refuseInteraction(`User ${user.username} must complete ${name} first.`);
  const page = { next: 'required-action', user, name, sessionId: browser?.session.id } as const;
  return own === undefined ? { ...page, isInitiated: true } : page;
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

/** The browser's session, if it satisfies the request; otherwise why not. OIDC Core §3.1.2.1. */
function findUsableSession(state: SignInState): FlowFacts['session'] {
  const { request, browser, anotherUser, now } = state;
  if (browser === undefined) return { missing: 'this browser has no session in the realm' };
  if (anotherUser) return { missing: 'another account was chosen' };
  if (request.forceLogin) return { missing: 'the request requires a new sign-in' };
  if (request.forceAccountChoice === true)
    return { missing: 'the request requires the choice of an account' };
  if (!isRequiredUser(request.requiredUser, browser.user))
    return { missing: `the session is of ${browser.user.username}, and the request names another user` };
  const { maxAgeSeconds } = request;
  if (maxAgeSeconds === undefined) return browser;
  const isTooOld = maxAgeSeconds === 0 || now - browser.session.authenticatedAt > maxAgeSeconds * 1000;
  return isTooOld ? { missing: `the session is older than ${maxAgeSeconds} seconds` } : browser;
}
