// Processes the forms of the step `organization`: the name, and the choice among several organizations.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { isServiceAccount, isUserEnabled } from '#protocol/realm/users/users.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { AuthenticationSession, Progress } from '../authentication-session.ts';
import type { Parts } from '../complete-sign-in.ts';
import { continueSignIn, proceed } from '../continue-sign-in.ts';
import type { FindSubmittedUser } from '../early-user.ts';
import type { NotRecognised } from '../executions/execution.ts';
import { explainDisabled, explainUnknownName, readRememberMe } from '../executions/username-password.ts';
import { showExpired } from '../late-answers.ts';
import type { NextPage, OrganizationPage } from '../next-page-types.ts';
import { EN } from '../texts/table.ts';
import { ORGANIZATION_FIELD } from './select-organization-page.ts';

const RULE = 'organization';

export function isOrganizationPage(page: NextPage): page is OrganizationPage & NextPage {
  return page.next === 'name-first' || page.next === 'select-organization';
}

export function handleOrganization(
  parts: Parts,
  exchange: RealmExchange,
  tab: AuthenticationSession,
  page: OrganizationPage & NextPage,
  findUser: FindSubmittedUser,
): Promise<Reply> {
  return page.next === 'name-first'
    ? takeName(parts, exchange, tab, page, findUser)
    : takeChoice(parts, exchange, tab, page);
}

/** The tab with the name. Compat: a name that no user has goes on: only the password is refused. */
export function withName(progress: Progress, typedName: string, user: StoredUser | undefined): Progress {
  return {
    ...progress,
    userId: user?.id,
    typedName,
    completedActions: [],
    chosen: '',
    done: {},
    levels: {},
  };
}

/** The user with the name, if it is a person. */
export function personOf(user: StoredUser | undefined): StoredUser | undefined {
  return user === undefined || isServiceAccount(user) ? undefined : user;
}

async function takeName(
  parts: Parts,
  exchange: RealmExchange,
  tab: AuthenticationSession,
  page: OrganizationPage & NextPage,
  findUser: FindSubmittedUser,
): Promise<Reply> {
  const typed = exchange.form.get('username')?.trim() ?? '';
  const user = personOf(await findUser());
  const error = findProblem(exchange, typed, user);
  if (error !== undefined) {
    exchange.activity.refused(error, RULE);
    const failed: NotRecognised = {
      recognised: false,
      message: error.description,
      username: typed,
      rememberMe: readRememberMe(exchange),
      error,
    };
    return proceed(parts, exchange, tab, page, { failed });
  }
  exchange.activity.recordPass(
    RULE,
    user === undefined ? 'No user has the name that was typed.' : `The name is that of ${user.username}.`,
  );
  const progress = { ...withName(tab.progress, typed, user), rememberMe: readRememberMe(exchange) };
  return goOn(parts, exchange, tab, progress, user);
}

function findProblem(
  exchange: RealmExchange,
  typed: string,
  user: StoredUser | undefined,
): OAuthError | undefined {
  if (user !== undefined) return isUserEnabled(user) ? undefined : explainDisabled(user);
  if (typed !== '') return undefined;
  const unknown = exchange.realm.loginWithEmail
    ? EN.invalidUsernameOrEmailMessage
    : EN.invalidUsernameMessage;
  return explainUnknownName(exchange, typed, unknown);
}

async function takeChoice(
  parts: Parts,
  exchange: RealmExchange,
  tab: AuthenticationSession,
  page: Extract<OrganizationPage, { readonly next: 'select-organization' }>,
): Promise<Reply> {
  const alias = exchange.form.get(ORGANIZATION_FIELD) ?? '';
  const organization = page.organizations.find((each) => each.alias === alias);
  if (organization === undefined) {
    const error = explainChoice(alias, page);
    exchange.activity.refused(error, RULE);
    return proceed(parts, exchange, tab, page, { notice: error.description });
  }
  exchange.activity.recordPass(RULE, `${page.user.username} has chosen ${organization.name}.`);
  return goOn(parts, exchange, tab, { ...tab.progress, organization: organization.id });
}

function explainChoice(
  alias: string,
  { user, organizations }: Extract<OrganizationPage, { readonly next: 'select-organization' }>,
): OAuthError {
  return new OAuthError('invalid_request', {
    description: EN['understudy.chooseOrganization'],
    reason: `The field ${ORGANIZATION_FIELD} is "${alias.slice(0, 255)}", which is no enabled organization of user ${user.username}.`,
    remedy: `Send one of ${organizations.map((each) => each.alias).join(', ')}.`,
    section: 'Keycloak organizations',
  });
}

/** The same form may have been submitted twice at once: the first one processed wins. */
async function goOn(
  parts: Parts,
  exchange: RealmExchange,
  tab: AuthenticationSession,
  progress: Progress,
  user?: StoredUser,
): Promise<Reply> {
  const own = await parts.authentications.advance(exchange, tab, { progress });
  return own === undefined ? showExpired(exchange, tab) : continueSignIn(parts, exchange, own, user);
}
