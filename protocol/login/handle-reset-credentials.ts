// The page for a forgotten password and its form: a link is sent, and the answer does not say whether the user exists.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { fixable } from '#protocol/errors/remedy.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { findFlowTree } from '#protocol/realm/flows/flow-tree.ts';
import { findUserForSignIn } from '#protocol/realm/users/users.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { forgottenPasswordProblem, linkError } from './action-tokens/link-problems.ts';
import { ACCOUNT_CLIENT, ACTION_TOKEN, linkRequest } from './action-tokens/link-request.ts';
import { type AuthenticationSession, hasCurrentCode, NO_PROGRESS } from './authentication-session.ts';
import { ensureBrowserId, withCookies } from './browser-cookies.ts';
import { findBrowserSession } from './browser-session.ts';
import { clientHome } from './client-home.ts';
import type { Parts } from './complete-sign-in.ts';
import { continueSignIn, findNextPage, recordRun } from './continue-sign-in.ts';
import { renderErrorPage } from './error-page.ts';
import { findTab } from './find-tab.ts';
import { passedByName } from './flow/reset-steps.ts';
import { showExpired } from './late-answers.ts';
import { proceedUrl, resetCredentialsUrl } from './login-action-url.ts';
import { renderResetCredentialsPage } from './reset-credentials-page.ts';
import { answerResetLink, findUserRefusal, type NoLink, RESET_RULE, sendResetLink } from './reset-link.ts';
import { inLanguageOf } from './texts/page-texts.ts';

/** The realm has no such page, or its flow does not begin with a name. */
function refuseRealm(exchange: RealmExchange, tab: AuthenticationSession | undefined): Reply | undefined {
  const { realm, activity, baseUrl } = exchange;
  const problem = forgottenPasswordProblem(realm);
  if (problem === undefined) return undefined;
  const error = linkError(problem);
  activity.refused(error, RESET_RULE);
  const backTo = clientHome(realm.clients.get(tab?.request.clientId ?? ''), baseUrl);
  return renderErrorPage(exchange, { status: 400, message: error.description, error, backTo });
}

/** GET: the page. Compat: without a tab, for the client `account` or the one of `client_id`. */
export async function showResetCredentials(parts: Parts, exchange: RealmExchange): Promise<Reply> {
  if (!exchange.query.has('tab_id')) return startWithoutTab(parts, exchange);
  const found = await findTab(parts, exchange, (tab) => refuseRealm(exchange, tab));
  if ('reply' in found) return found.reply;
  const renewed = await parts.authentications.renew(exchange, found.tab);
  const known = renewed.request.loginHint ?? (await findBrowserSession(parts.deps, exchange))?.user.username;
  exchange.activity.outcome('asked');
  return renderForm(exchange, renewed, { username: known ?? '', problem: undefined });
}

async function startWithoutTab(parts: Parts, exchange: RealmExchange): Promise<Reply> {
  const { realm, activity, query } = exchange;
  activity.parties('browser', 'understudy');
  const refused = refuseRealm(exchange, undefined);
  if (refused !== undefined) return refused;
  const sent = query.get('client_id') ?? ACCOUNT_CLIENT;
  const client = realm.clients.get(sent);
  if (!realm.enabled || client === undefined || !client.enabled) return refuseClient(exchange, sent);
  activity.client(client.clientId);
  const { browserId, cookies } = ensureBrowserId(exchange);
  const request = linkRequest(exchange, {
    type: 'reset-credentials',
    id: '',
    userId: '',
    issuedAt: 0,
    expiresAt: 0,
    clientId: client.clientId,
  });
  const tab = await parts.authentications.begin(exchange, browserId, request);
  activity.outcome('asked');
  return withCookies(renderForm(exchange, tab, { username: '', problem: undefined }), cookies);
}

function refuseClient(exchange: RealmExchange, clientId: string): Reply {
  const { realm } = exchange;
  const name = clientId.slice(0, 255);
  const error = new OAuthError('invalid_request', {
    description: realm.enabled ? 'Client not found.' : 'Realm not enabled',
    reason: realm.enabled
      ? `Realm ${realm.name} has no enabled client "${name}".`
      : `Realm ${realm.name} is disabled.`,
    remedy: realm.enabled
      ? `Send the client_id of an enabled client, or enable client ${name}.`
      : fixable({ kind: 'enable-realm', realm: realm.name }),
    section: 'Keycloak reset credentials',
  });
  exchange.activity.refused(error, 'check-client');
  return renderErrorPage(exchange, { status: 400, message: error.description, error });
}

function renderForm(
  exchange: RealmExchange,
  tab: AuthenticationSession,
  page: { readonly username: string; readonly problem: string | undefined },
): Reply {
  const localized = inLanguageOf(exchange, tab, undefined, resetCredentialsUrl);
  return renderResetCredentialsPage(localized, {
    ...page,
    action: resetCredentialsUrl(exchange, tab, true),
    signInUrl: tab.request.protocol === ACTION_TOKEN ? undefined : proceedUrl(exchange, tab),
  });
}

/** POST: the form. If the realm's flow sends a link next: the same answer, after the same work, for every name. */
export async function handleResetCredentials(parts: Parts, exchange: RealmExchange): Promise<Reply> {
  const found = await findTab(parts, exchange, (tab) => refuseRealm(exchange, tab));
  if ('reply' in found) return found.reply;
  const { tab } = found;
  if (!hasCurrentCode(exchange, tab)) return showExpired(exchange, tab);
  const username = exchange.form.get('username')?.trim() ?? '';
  if (username === '') return askAgain(parts, exchange, tab);
  const user = await findUserForSignIn(parts.deps.store.users, exchange.realm, username);
  const refused = findUserRefusal(exchange, username, user);
  if (user === undefined || refused !== undefined)
    return endSilently(parts, exchange, tab, { user: undefined, refused });
  const page = await findNextPage(parts, exchange, withName(exchange, tab, user), user);
  if (page.next !== 'reset-email') return goOn(parts, exchange, tab, user);
  await recordRun(parts, exchange, tab.request, page);
  return endSilently(parts, exchange, tab, { user });
}

/** The tab after the name has been entered. */
function withName(
  { realm, clock }: RealmExchange,
  tab: AuthenticationSession,
  { id }: StoredUser,
): AuthenticationSession {
  const done = passedByName(findFlowTree(realm, undefined, 'reset credentials'), clock.now());
  return { ...tab, anotherUser: false, progress: { ...NO_PROGRESS, userId: id, resets: true, done } };
}

async function endSilently(
  parts: Parts,
  exchange: RealmExchange,
  tab: AuthenticationSession,
  choice: { readonly user: StoredUser | undefined; readonly refused?: NoLink | undefined },
): Promise<Reply> {
  const own = await parts.authentications.advance(exchange, tab);
  if (own === undefined) return showExpired(exchange, tab);
  const refused = await sendResetLink(parts, exchange, own, choice);
  return answerResetLink(parts, exchange, own, refused);
}

/** A flow of the realm's own that sends no link next. */
async function goOn(
  parts: Parts,
  exchange: RealmExchange,
  tab: AuthenticationSession,
  user: StoredUser,
): Promise<Reply> {
  const { progress, anotherUser } = withName(exchange, tab, user);
  const own = await parts.authentications.advance(exchange, tab, { progress, anotherUser });
  return own === undefined ? showExpired(exchange, tab) : continueSignIn(parts, exchange, own, user);
}

async function askAgain(parts: Parts, exchange: RealmExchange, tab: AuthenticationSession): Promise<Reply> {
  const problem = 'Please specify username.';
  const error = new OAuthError('invalid_request', {
    description: problem,
    reason: 'The field username is empty.',
    remedy: 'Enter a user name or e-mail address.',
    userEventError: 'username_missing',
  });
  exchange.activity.refused(error, RESET_RULE);
  return renderForm(exchange, await parts.authentications.renew(exchange, tab), { username: '', problem });
}
