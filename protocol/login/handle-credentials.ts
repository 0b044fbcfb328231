// Processes the forms in which users authenticate.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { findFlowTree } from '#protocol/realm/flows/flow-tree.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { AuthenticationSession, Progress } from './authentication-session.ts';
import type { Parts } from './complete-sign-in.ts';
import { continueSignIn, findNextPage, goOn, isEnd, proceed } from './continue-sign-in.ts';
import { type FindSubmittedUser, lookUpSubmittedUser } from './early-user.ts';
import {
  EXECUTION_OF,
  EXECUTIONS,
  type ExecutionName,
  findExecution,
  identifyingKeys,
  isIdentifying,
} from './executions/table.ts';
import { FILL_IN } from './fill-in.ts';
import { fillInCode } from './handle-fill-in.ts';
import { showExpired } from './late-answers.ts';
import type { NextPage, StepPage } from './next-page-types.ts';
import { handleOrganization, isOrganizationPage } from './organizations/handle-organization.ts';
import { ORGANIZATION_FORM } from './organizations/select-organization-page.ts';
import { showChoice } from './show-page.ts';
import { readSubmittedForm } from './submitted-form.ts';

/** POST: the form of a step, or the choice of another one. */
export async function handleCredentials(parts: Parts, exchange: RealmExchange): Promise<Reply> {
  const findUser = lookUpSubmittedUser(parts.deps.store.users, exchange);
  const form = await readSubmittedForm(parts, exchange);
  if (form.reply !== undefined) return form.reply;
  const { authentication, page } = form;
  if (isStep(page) && exchange.form.has('tryAnotherWay'))
    return showChoice(exchange, await parts.authentications.renew(exchange, authentication), page);
  if (isStep(page) && exchange.form.has('authenticationExecution'))
    return choose(parts, exchange, authentication, page);
  const execution = exchange.query.get('execution');
  if (execution === ORGANIZATION_FORM && isOrganizationPage(page))
    return handleOrganization(parts, exchange, authentication, page, findUser);
  const name = findExecution(execution);
  const keys = name === undefined ? undefined : completedKeys(exchange, authentication, name, page);
  if (name === undefined || keys === undefined) return showExpired(exchange, authentication);
  if (page.next === 'otp' && exchange.form.has(FILL_IN))
    return fillInCode(parts, exchange, authentication, page);
  return authenticate(parts, exchange, authentication, { name, keys, page, findUser });
}

/** Whether the page is that of a step. */
function isStep(page: NextPage): page is StepPage & NextPage {
  return Object.hasOwn(EXECUTION_OF, page.next);
}

/** The step that the form names comes next; what is no choice changes nothing. */
async function choose(
  parts: Parts,
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  page: StepPage,
): Promise<Reply> {
  const chosen = exchange.form.get('authenticationExecution') ?? '';
  const isOffered = chosen === page.key || page.others.some(({ key }) => key === chosen);
  if (!isOffered) {
    const renewed = await parts.authentications.renew(exchange, authentication);
    const error = explainChoice(chosen);
    exchange.activity.refused(error, 'choose-step');
    return showChoice(exchange, renewed, page, error.description);
  }
  const progress = { ...authentication.progress, chosen };
  const own = await parts.authentications.advance(exchange, authentication, { progress });
  return own === undefined ? showExpired(exchange, authentication) : continueSignIn(parts, exchange, own);
}

function explainChoice(chosen: string): OAuthError {
  return new OAuthError('invalid_request', {
    description: 'This method is not available. Choose one of these.',
    reason: `The field authenticationExecution names "${chosen.slice(0, 255)}", which is not a step that the page offers.`,
    remedy: 'Send the value of one of the buttons on the page.',
    section: 'Keycloak authentication flows',
  });
}

/**
 * Keys of the steps that the form completes; undefined if it is not expected. A tab identifies the user once, unless
 * that authentication has expired; until then its form is accepted, even if the browser has a session by now.
 */
function completedKeys(
  { realm }: RealmExchange,
  { progress, request }: AuthenticationSession,
  name: ExecutionName,
  page: NextPage,
): readonly string[] | undefined {
  const isShown = isStep(page) && EXECUTION_OF[page.next] === name;
  if (!isIdentifying(name)) return isShown ? ownKey(page) : undefined;
  const isExpected =
    isShown || progress.userId === undefined || (name === 'one-click' && isIdentifyingPage(page));
  if (!isExpected) return undefined;
  const keys = identifyingKeys(findFlowTree(realm, realm.clients.get(request.clientId), 'browser'), name);
  return keys.length === 0 ? undefined : name === 'one-click' || !isShown ? keys : ownKey(page);
}

const ownKey = ({ key }: StepPage): readonly string[] => (key === undefined ? [] : [key]);

const isIdentifyingPage = ({ next }: NextPage): boolean =>
  next === 'sign-in' || next === 'username' || next === 'password';

interface Submitted {
  readonly name: ExecutionName;
  readonly keys: readonly string[];
  readonly page: NextPage;
  readonly findUser: FindSubmittedUser;
}

async function authenticate(
  parts: Parts,
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  submitted: Submitted,
): Promise<Reply> {
  const { name, page, findUser } = submitted;
  const { store, passwords, bruteForce, oneTimeCodes } = parts.deps;
  const deps = { users: store.users, findUser, passwords, bruteForce, oneTimeCodes };
  const result = await EXECUTIONS[name].authenticate(exchange, deps, knownUser(page));
  if (!result.recognised) {
    if (!(await parts.authentications.isCurrent(exchange, authentication)))
      return showExpired(exchange, authentication);
    exchange.activity.refused(result.error, 'authenticate-user');
    return proceed(parts, exchange, authentication, pageAfterFailure(exchange, name, page), {
      failed: result,
    });
  }
  const { user } = result;
  // The page that asked for the name first has asked about this, too.
  const isNamed = authentication.progress.typedName !== undefined && knownUser(page) !== undefined;
  const rememberMe = isNamed ? undefined : result.rememberMe;
  const progress = {
    ...advance(authentication.progress, submitted, user, exchange.clock.now()),
    rememberMe: rememberMe ?? authentication.progress.rememberMe,
  };
  // The same form may have been submitted twice at once: the first one processed wins.
  const next = await findNextPage(parts, exchange, { ...authentication, progress }, user);
  const change = { progress, finished: isEnd(next) };
  const advanced = await parts.authentications.advance(exchange, authentication, change);
  if (advanced === undefined) return showExpired(exchange, authentication);
  exchange.activity.recordPass('authenticate-user', `${user.username} signed in.`, 'OIDC Core §3.1.2.3');
  return goOn(parts, exchange, advanced, next);
}

/** Identifying a user begins anew. */
function advance(progress: Progress, { name, keys }: Submitted, user: StoredUser, now: number): Progress {
  const { level } = EXECUTIONS[name];
  const before = isIdentifying(name) ? { done: {}, levels: {} } : progress;
  const done: Record<string, number> = { ...before.done };
  for (const key of keys) done[key] = now;
  return {
    ...progress,
    userId: user.id,
    completedActions: isIdentifying(name) ? [] : (progress.completedActions ?? []),
    chosen: '',
    done,
    levels: level === 0 ? before.levels : { ...before.levels, [level]: now },
  };
}

/** The user that the page already knows. */
function knownUser(page: NextPage): StoredUser | undefined {
  if (page.next === 'sign-in') return page.known;
  return isStep(page) && 'user' in page ? page.user : undefined;
}

/** The page to show after a failure. Entering a user name discards the known user. */
function pageAfterFailure({ form }: RealmExchange, name: ExecutionName, page: NextPage): NextPage {
  if (page.next === 'name-first' || (isStep(page) && page.next !== 'sign-in')) return page;
  if (!isIdentifying(name)) return page;
  const place = isStep(page) ? page : { key: undefined, others: [] };
  const isOther = page.next !== 'sign-in' || form.has('username');
  return { next: 'sign-in', ...place, known: isOther ? undefined : page.known };
}
