// Links the account that a provider has identified with the user who is signed in.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { redirectReply } from '#protocol/http/replies.ts';
import type { BrokeredIdentity } from '#protocol/realm/users/brokered-identity.ts';
import { isUserEnabled } from '#protocol/realm/users/users.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { AuthenticationSession, Progress } from '../authentication-session.ts';
import { findBrowserSession } from '../browser-session.ts';
import type { Parts } from '../complete-sign-in.ts';
import { continueSignIn } from '../continue-sign-in.ts';
import { renderErrorPage } from '../error-page.ts';
import { showExpired } from '../late-answers.ts';
import { proceedUrl } from '../login-action-url.ts';
import type { InitiatedActionStatus } from '../sign-in.ts';
import { EN } from '../texts/table.ts';
import { alreadyLinked, isLinkTaken } from './already-linked.ts';
import type { AccountLinking } from './brokered.ts';
import { failedLinkingUrl, linkingDataOf } from './linking-request.ts';
import { mayLink } from './may-link.ts';
import { storeSynced } from './store-synced.ts';

const RULE = 'account-linking';
const SECTION = 'Keycloak account linking';

/** The provider has identified a person. */
export async function linkAccount(
  parts: Parts,
  exchange: RealmExchange,
  tab: AuthenticationSession,
  linking: AccountLinking,
  identity: BrokeredIdentity,
): Promise<Reply> {
  const { realm, activity } = exchange;
  const { users } = parts.deps.store;
  const user = await findLinkingUser(parts, exchange, tab, linking);
  if (user === undefined) return failLinking(parts, exchange, tab, sessionEnded());
  activity.user(user.username);
  if (!mayLink(realm, realm.clients.get(tab.request.clientId), user))
    return failLinking(parts, exchange, tab, notAllowed(user));
  const linked = await users.findByLink(realm.id, identity.provider, identity.id);
  if (linked !== undefined && linked.id !== user.id)
    return failLinking(parts, exchange, tab, alreadyLinked(identity, linked));
  const own = await parts.authentications.advance(exchange, tab, endOf(tab, 'success'));
  if (own === undefined) return showExpired(exchange, tab);
  try {
    await storeSynced(parts.deps.store, realm, user, identity);
  } catch (error) {
    // Another user has been linked meanwhile.
    if (!isLinkTaken(error)) throw error;
    const other = await users.findByLink(realm.id, identity.provider, identity.id);
    return failLinking(parts, exchange, own, alreadyLinked(identity, other));
  }
  activity.recordPass(
    RULE,
    `User ${user.username} is linked with ${identity.username} of ${identity.provider}.`,
    SECTION,
  );
  activity.userEvent('FEDERATED_IDENTITY_LINK', {
    identity_provider: identity.provider,
    identity_provider_identity: identity.username,
    username: user.username,
  });
  const data = linkingDataOf(own.request);
  return data === undefined ? continueSignIn(parts, exchange, own) : redirectReply(data.redirectUri);
}

/** The user who began, if still signed in. */
async function findLinkingUser(
  parts: Parts,
  exchange: RealmExchange,
  { progress }: AuthenticationSession,
  { userId, sessionId }: AccountLinking,
): Promise<StoredUser | undefined> {
  if (sessionId !== undefined) {
    const browser = await findBrowserSession(parts.deps, exchange);
    return browser?.session.id === sessionId && browser.user.id === userId ? browser.user : undefined;
  }
  if (progress.userId !== userId) return undefined;
  const user = await parts.deps.store.users.find(exchange.realm.id, userId);
  return user !== undefined && isUserEnabled(user) ? user : undefined;
}

/** What the tab is afterwards. One that an application has opened ends. */
function endOf(
  { progress, request }: AuthenticationSession,
  actionStatus: InitiatedActionStatus,
): { readonly progress: Progress; readonly finished: boolean } {
  const { linking: _linking, providerRequest: _request, ...kept } = progress;
  return { progress: { ...kept, actionStatus }, finished: linkingDataOf(request) !== undefined };
}

/** Compat: the person has refused at the provider: the application learns that the action was cancelled. */
export async function cancelLinking(
  parts: Parts,
  exchange: RealmExchange,
  tab: AuthenticationSession,
  error: OAuthError,
): Promise<Reply> {
  const own = await parts.authentications.renew(exchange, tab, endOf(tab, 'cancelled'));
  const data = linkingDataOf(own.request);
  if (data !== undefined) {
    exchange.activity.refused(error, RULE);
    return redirectReply(failedLinkingUrl(data, 'access_denied'));
  }
  exchange.activity.recordNote(RULE, `The account was not linked: ${error.reason}`);
  return continueSignIn(parts, exchange, own);
}

/** An error page, whose link goes on without the account. */
export async function failLinking(
  parts: Parts,
  exchange: RealmExchange,
  tab: AuthenticationSession,
  error: OAuthError,
): Promise<Reply> {
  exchange.activity.refused(error, RULE);
  const own = await parts.authentications.renew(exchange, tab, endOf(tab, 'error'));
  const data = linkingDataOf(own.request);
  const backTo =
    data === undefined
      ? proceedUrl(exchange, own)
      : failedLinkingUrl(data, error.userEventError ?? error.code);
  return renderErrorPage(exchange, { status: error.status, message: error.description, error, backTo });
}

const sessionEnded = (): OAuthError =>
  new OAuthError('invalid_request', {
    description: EN.brokerLinkingSessionExpired,
    reason: 'The session of the user who began to link an account has ended, or is another one by now.',
    remedy: 'Sign in, and link the account again.',
    section: SECTION,
    userEventError: 'user_not_found',
  });

const notAllowed = ({ username }: StoredUser): OAuthError =>
  new OAuthError('access_denied', {
    description: EN.insufficientPermissionMessage,
    status: 403,
    reason: `User ${username} has neither role manage-account nor manage-account-links of client account, or the client has no scope for them.`,
    remedy: `Grant user ${username} the role manage-account-links of client account.`,
    section: SECTION,
    userEventError: 'not_allowed',
  });
