// An application has an account linked with the user who is signed in. Keycloak: client-initiated account linking.
import { createHash } from 'node:crypto';
import { equalsInConstantTime } from '#protocol/crypto/identifiers.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { UserEventError } from '#protocol/errors/refusal.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { redirectReply } from '#protocol/http/replies.ts';
import { failedLinkingUrl, type LinkingData } from '#protocol/login/brokering/linking-request.ts';
import { mayLink } from '#protocol/login/brokering/may-link.ts';
import { withCookies } from '#protocol/login/browser-cookies.ts';
import { renderErrorPage } from '#protocol/login/error-page.ts';
import type { BrowserSession } from '#protocol/login/sign-in.ts';
import { matchRedirectUri } from '#protocol/realm/clients/redirect-uri.ts';
import { findIdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { BrokerDeps } from './brokering.ts';
import { findProvider } from './find-provider.ts';
import { inPageLanguage } from './page-language.ts';

const RULE = 'account-linking';
const SECTION = 'Keycloak client-initiated account linking';

interface LinkRequest extends LinkingData {
  readonly client: Client;
  readonly alias: string;
  readonly hash: string;
}

/** GET: the provider is asked, if the application proves with `hash` that it knows the session. */
export async function linkFromApplication(deps: BrokerDeps, exchange: RealmExchange): Promise<Reply> {
  exchange.activity.parties('browser', 'understudy');
  const request = readRequest(exchange);
  if ('reason' in request) return refusePage(exchange, request);
  const browser = await deps.tabs.currentSession(exchange);
  if (browser === undefined)
    return sendBack(
      exchange,
      request,
      'not_logged_in',
      'The browser has no session.',
      'Sign the user in first.',
    );
  exchange.activity.user(browser.user.username);
  exchange.activity.session(browser.session.id);
  const problem = findHashProblem(browser, request);
  if (problem !== undefined) return refusePage(exchange, problem);
  return begin(deps, exchange, browser, request);
}

async function begin(
  deps: BrokerDeps,
  exchange: RealmExchange,
  browser: BrowserSession,
  request: LinkRequest,
): Promise<Reply> {
  const { realm, activity } = exchange;
  const { client, alias } = request;
  const { username } = browser.user;
  if (client.clientId !== 'account' && !mayLink(realm, client, browser.user))
    return sendBack(
      exchange,
      request,
      'not_allowed',
      `User ${username} has neither role manage-account nor manage-account-links of client account, or client ${client.clientId} has no scope for them.`,
      `Grant user ${username} the role manage-account-links of client account, and client ${client.clientId} a scope mapping for it.`,
    );
  if (findIdentityProvider(realm, alias)?.enabled !== true)
    return sendBack(
      exchange,
      request,
      'unknown_identity_provider',
      `Realm ${realm.name} has no enabled identity provider "${alias.slice(0, 255)}".`,
      'Send the alias of an enabled identity provider.',
    );
  const provider = findProvider(deps, exchange);
  if ('reply' in provider) return provider.reply;
  activity.recordPass(
    RULE,
    `${client.clientId} has an account of ${alias} linked with ${username}.`,
    SECTION,
  );
  const { tab, cookies } = await deps.tabs.beginLinking(exchange, browser, {
    ...request,
    clientId: client.clientId,
    provider: alias,
  });
  const asked = inPageLanguage(exchange, provider);
  return withCookies(await provider.protocol.begin(deps, exchange, tab, asked), cookies);
}

interface PageProblem {
  readonly reason: string;
  readonly remedy: string;
  readonly event: UserEventError;
}

function readRequest(exchange: RealmExchange): LinkRequest | PageProblem {
  const { realm, query, pathParameters, baseUrl, activity } = exchange;
  const clientId = query.get('client_id') ?? '';
  const client = realm.clients.get(clientId);
  if (client?.enabled !== true)
    return {
      reason: `Realm ${realm.name} has no enabled client "${clientId.slice(0, 255)}" (client_id).`,
      remedy: 'Send the client_id of the application.',
      event: 'client_not_found',
    };
  activity.client(clientId);
  const sent = query.get('redirect_uri');
  const { redirectUris, rootUrl } = client;
  const redirectUri =
    sent === undefined ? undefined : matchRedirectUri(redirectUris, sent, { rootUrl, baseUrl });
  if (redirectUri === undefined || !URL.canParse(redirectUri))
    return {
      reason: `The redirect_uri ${(sent ?? '').slice(0, 500)} is not one of client ${clientId}.`,
      remedy: `Add it to redirectUris of client ${clientId}.`,
      event: 'not_allowed',
    };
  const nonce = query.get('nonce') ?? '';
  const hash = query.get('hash') ?? '';
  if (nonce === '' || hash === '')
    return {
      reason: 'The request has no nonce, or no hash.',
      remedy:
        'Send a random nonce, and hash = base64url(SHA-256(nonce + session_state + client_id + alias)).',
      event: 'not_allowed',
    };
  return { client, redirectUri, nonce, hash, alias: pathParameters['alias'] ?? '' };
}

/** The hash proves that the application has tokens of this session. */
function findHashProblem(
  { session }: BrowserSession,
  { client, nonce, hash, alias }: LinkRequest,
): PageProblem | undefined {
  const expected = createHash('sha256')
    .update(nonce + session.id + client.clientId + alias)
    .digest('base64url');
  // Keycloak's documentation has examples with padding.
  const isRight = equalsInConstantTime(hash.replace(/=+$/, ''), expected);
  if (isRight && session.clients[client.id] !== undefined) return undefined;
  return {
    reason: isRight
      ? `Client ${client.clientId} has no part in the session of the browser.`
      : 'The hash is not that of nonce, session_state, client_id and alias.',
    remedy:
      'Sign in to the client in this browser, and send hash = base64url(SHA-256(nonce + session_state + client_id + alias)).',
    event: 'not_allowed',
  };
}

/** Compat: Keycloak's message. */
function refusePage(exchange: RealmExchange, { reason, remedy, event }: PageProblem): Reply {
  const error = new OAuthError('invalid_request', {
    description: 'Invalid Request',
    reason,
    remedy,
    section: SECTION,
    userEventError: event,
  });
  exchange.activity.refused(error, RULE);
  return renderErrorPage(exchange, { status: 400, message: error.description, error });
}

/** Compat: the application learns why by `link_error`. */
function sendBack(
  exchange: RealmExchange,
  request: LinkRequest,
  name: string,
  reason: string,
  remedy: string,
): Reply {
  const error = new OAuthError('access_denied', { description: name, reason, remedy, section: SECTION });
  exchange.activity.refused(error, RULE);
  return redirectReply(failedLinkingUrl(request, name));
}
