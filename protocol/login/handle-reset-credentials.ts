// The page for a forgotten password and its form: a link is sent, and the answer does not say whether the user exists.
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { UserEventError } from '#protocol/errors/refusal.ts';
import { fixable, type Remedy } from '#protocol/errors/remedy.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { redirectReply } from '#protocol/http/replies.ts';
import { findUserForSignIn, isServiceAccount, isUserEnabled } from '#protocol/realm/users/users.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { makeTabLink } from './action-tokens/action-mailer.ts';
import { forgottenPasswordProblem, linkError } from './action-tokens/link-problems.ts';
import { ACCOUNT_CLIENT, ACTION_TOKEN, linkRequest } from './action-tokens/link-request.ts';
import { type AuthenticationSession, hasCurrentCode, NO_PROGRESS } from './authentication-session.ts';
import { ensureBrowserId, withCookies } from './browser-cookies.ts';
import { findBrowserSession } from './browser-session.ts';
import { clientHome } from './client-home.ts';
import type { Parts } from './complete-sign-in.ts';
import { renderErrorPage } from './error-page.ts';
import { findTab } from './find-tab.ts';
import { renderInfoPage } from './info-page.ts';
import { showExpired } from './late-answers.ts';
import { proceedUrl, resetCredentialsUrl } from './login-action-url.ts';
import { renderResetCredentialsPage } from './reset-credentials-page.ts';

const RULE = 'reset-credentials';
const SENT = 'You should receive an email shortly with further instructions.';

interface Refused {
  readonly reason: string;
  readonly remedy: Remedy;
  readonly event: UserEventError;
}

/** The realm has no such page. */
function refuseRealm(exchange: RealmExchange, tab: AuthenticationSession | undefined): Reply | undefined {
  const { realm, activity, baseUrl } = exchange;
  if (realm.stored.resetPasswordAllowed === true) return undefined;
  const error = linkError(forgottenPasswordProblem(realm));
  activity.refused(error, RULE);
  const backTo = clientHome(realm.clients.get(tab?.request.clientId ?? ''), baseUrl);
  return renderErrorPage(exchange, { status: 400, message: error.description, error, backTo });
}

/** GET: the page. Compat: without a tab, for the client `account` or the one of `client_id`. */
export async function showResetCredentials(parts: Parts, exchange: RealmExchange): Promise<Reply> {
  if (!exchange.query.has('tab_id')) return startWithoutTab(parts, exchange);
  const found = await findTab(parts, exchange, (tab) => refuseRealm(exchange, tab));
  if ('reply' in found) return found.reply;
  const renewed = parts.authentications.renew(exchange, found.tab);
  const known = renewed.request.loginHint ?? (await findBrowserSession(parts.deps, exchange))?.user.username;
  exchange.activity.outcome('asked');
  return renderForm(exchange, renewed, { username: known ?? '', problem: undefined });
}

function startWithoutTab(parts: Parts, exchange: RealmExchange): Reply {
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
  const tab = parts.authentications.begin(exchange, browserId, request);
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
  return renderResetCredentialsPage(exchange, {
    ...page,
    action: resetCredentialsUrl(exchange, tab, true),
    signInUrl: tab.request.protocol === ACTION_TOKEN ? undefined : proceedUrl(exchange, tab),
  });
}

/** POST: the form. The same answer, after the same work, for every name. */
export async function handleResetCredentials(parts: Parts, exchange: RealmExchange): Promise<Reply> {
  const found = await findTab(parts, exchange, (tab) => refuseRealm(exchange, tab));
  if ('reply' in found) return found.reply;
  const { tab } = found;
  if (!hasCurrentCode(exchange, tab)) return showExpired(exchange, tab);
  const username = exchange.form.get('username')?.trim() ?? '';
  if (username === '') return askAgain(parts, exchange, tab);
  const user = await findUserForSignIn(parts.deps.store.users, exchange.realm, username);
  const refused = findRefusal(exchange, username, user);
  await sendLink(parts, exchange, tab, refused === undefined ? user : undefined);
  if (!parts.authentications.isCurrent(exchange, tab)) return showExpired(exchange, tab);
  if (refused !== undefined) {
    const { event: userEventError, ...details } = refused;
    exchange.activity.refused(
      new OAuthError('access_denied', { description: SENT, userEventError, ...details }),
      RULE,
    );
  }
  return answer(parts, exchange, tab);
}

function askAgain(parts: Parts, exchange: RealmExchange, tab: AuthenticationSession): Reply {
  const problem = 'Please specify username.';
  const error = new OAuthError('invalid_request', {
    description: problem,
    reason: 'The field username is empty.',
    remedy: 'Enter a user name or e-mail address.',
    userEventError: 'username_missing',
  });
  exchange.activity.refused(error, RULE);
  return renderForm(exchange, parts.authentications.renew(exchange, tab), { username: '', problem });
}

function findRefusal(
  { realm }: RealmExchange,
  username: string,
  user: StoredUser | undefined,
): Refused | undefined {
  if (user === undefined || isServiceAccount(user))
    return {
      reason: `No message was sent: realm ${realm.name} has no user "${username.slice(0, 255)}" who signs in.`,
      remedy: fixable(
        { kind: 'create-user', user: username.slice(0, 255) },
        `Add the user to realm ${realm.name} (users[].username), or enter the name of an existing user.`,
      ),
      event: 'user_not_found',
    };
  if (!isUserEnabled(user))
    return {
      reason: `No message was sent: user ${user.username} is disabled.`,
      remedy: fixable({ kind: 'enable-user', user: user.username }),
      event: 'user_disabled',
    };
  if ((user.email ?? '') !== '') return undefined;
  return {
    reason: `No message was sent: user ${user.username} has no e-mail address.`,
    remedy: `Set email of user ${user.username}.`,
    event: 'invalid_email',
  };
}

/** A link is made for every name, so that the time of the answer does not reveal which users exist. */
async function sendLink(
  { deps }: Parts,
  exchange: RealmExchange,
  tab: AuthenticationSession,
  user: StoredUser | undefined,
): Promise<void> {
  const type = 'reset-credentials';
  const made = await makeTabLink(exchange, deps, tab, {
    type,
    user: user ?? { id: createUuid() },
    email: user?.email,
  });
  if (user === undefined) return;
  const to = user.email ?? '';
  await deps.sendMail(exchange, { kind: type, user, to, ...made });
  exchange.activity.user(user.username);
  exchange.activity.eventDetails({ email: to });
  exchange.activity.recordPass('send-reset-password', `A link was sent to ${to}.`);
}

function answer(parts: Parts, exchange: RealmExchange, tab: AuthenticationSession): Reply {
  const progress = { ...NO_PROGRESS, notice: SENT };
  const renewed = parts.authentications.renew(exchange, tab, { progress });
  if (tab.request.protocol === ACTION_TOKEN)
    return renderInfoPage(exchange, { title: 'Email sent', message: SENT });
  return redirectReply(proceedUrl(exchange, renewed));
}
