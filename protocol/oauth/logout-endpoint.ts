// The end-session endpoint: logout started by a client, with or without confirmation by the user.

import { OAuthError, refusing } from '#protocol/errors/oauth-error.ts';
import { fixable } from '#protocol/errors/remedy.ts';
import { findRealmProblem } from '#protocol/http/check-realm.ts';
import type { Parameters, RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { redirectReply } from '#protocol/http/replies.ts';
import { clientHome } from '#protocol/login/client-home.ts';
import { renderErrorPage } from '#protocol/login/error-page.ts';
import { renderLoggedOut } from '#protocol/login/logout-page.ts';
import type { Login } from '#protocol/login/sign-in.ts';
import { providerVisit, type SignOutProtocol } from '#protocol/login/sign-out.ts';
import {
  hasFragment,
  matchRedirectUri,
  postLogoutRedirectUris,
} from '#protocol/realm/clients/redirect-uri.ts';
import { explainMismatch, type MismatchedUri } from '#protocol/realm/clients/redirect-uri-mismatch.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { UserSession } from '#protocol/store/store.ts';
import type { TokenVerifier } from '#protocol/token/token-verifier.ts';
import { checkNoDuplicates } from './check-form.ts';
import { type ClientLogoutDeps, logoutByRefreshToken } from './logout-by-refresh-token.ts';
import { addToQuery } from './response-modes/query.ts';
import { protocolUrl, tokenContext } from './token-context.ts';

export interface LogoutDeps extends ClientLogoutDeps {
  readonly login: Login;
}

/** A checked logout request. Plain data: it is stored while the user is asked, or the browser visits clients. */
interface LogoutRequest {
  readonly clientId: string | undefined;
  /** Absolute URI, including `state`. */
  readonly target: string | undefined;
  /** `sid` of the ID token hint. */
  readonly hintedSessionId: string | undefined;
  readonly hinted: boolean;
}

const SECTION = 'OIDC RP-Initiated Logout §2';

/** Name of this row in the sign-out protocol table. */
const PROTOCOL = 'openid-connect';

/** `GET|POST …/logout` (OIDC RP-Initiated Logout §2). POST with `refresh_token` works without a browser. */
export async function handleLogout(exchange: RealmExchange, deps: LogoutDeps): Promise<Reply> {
  const parameters = exchange.method === 'POST' ? exchange.form : exchange.query;
  if (exchange.method === 'POST' && parameters.has('refresh_token'))
    return logoutByRefreshToken(exchange, deps);
  exchange.activity.parties('browser', 'understudy');
  try {
    const problem = findRealmProblem(exchange);
    if (problem !== undefined) throw refuse(problem.description, problem.reason, problem.remedy);
    const request = await parseLogout(exchange, parameters, deps.verifier);
    if (request.clientId !== undefined) exchange.activity.client(request.clientId);
    return await decide(exchange, request, deps);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    exchange.activity.refused(error, 'check-logout');
    return renderErrorPage(exchange, { status: error.status, message: error.description, error });
  }
}

/** `POST …/logout/logout-confirm`: the user confirmed the logout. */
export async function handleLogoutConfirmed(exchange: RealmExchange, deps: LogoutDeps): Promise<Reply> {
  exchange.activity.parties('browser', 'understudy');
  const answer = await deps.login.takeLogout(exchange);
  if (answer !== undefined) return finish(exchange, answer.data as LogoutRequest, deps);
  const error = refuse(
    'Logout failed',
    'The confirmation has expired or was not requested in this browser.',
    'Start the logout again.',
  );
  exchange.activity.refused(error, 'take-logout-answer');
  return renderErrorPage(exchange, { status: 400, message: error.description, error });
}

const refuse = refusing('invalid_request', { section: SECTION });

async function parseLogout(
  exchange: RealmExchange,
  parameters: Parameters,
  verifier: TokenVerifier,
): Promise<LogoutRequest> {
  checkNoDuplicates(parameters);
  const { realm } = exchange;
  const hint = parameters.get('id_token_hint') || undefined;
  const clientId = parameters.get('client_id') || undefined;
  const hinted = hint === undefined ? undefined : await verifyHint(exchange, hint, verifier);
  const hintedClientId = hinted === undefined ? undefined : String(hinted['azp'] ?? '');
  if (hintedClientId !== undefined && clientId !== undefined && hintedClientId !== clientId) {
    throw refuse(
      'Invalid parameter: id_token_hint',
      `The hint was issued to ${hintedClientId}, client_id is ${clientId}.`,
      'Send the client_id that the ID token was issued to, or none.',
    );
  }
  const client = realm.clients.get(hintedClientId ?? clientId ?? '');
  const target = readTarget(exchange, parameters, client, hint !== undefined || clientId !== undefined);
  const sid = hinted?.['sid'];
  return {
    clientId: client?.clientId,
    target,
    hinted: hinted !== undefined,
    hintedSessionId: typeof sid === 'string' ? sid : undefined,
  };
}

async function verifyHint(
  exchange: RealmExchange,
  hint: string,
  verifier: TokenVerifier,
): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await verifier.verifyIdTokenHint(tokenContext(exchange), hint);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    throw refuse(
      'Invalid parameter: id_token_hint',
      error.reason,
      'Send an ID token of this realm; it may have expired. Access tokens are not accepted.',
    );
  }
}

/** Where the user goes after the logout (OIDC RP-Initiated Logout §3). */
function readTarget(
  exchange: RealmExchange,
  parameters: Parameters,
  client: Client | undefined,
  identified: boolean,
): string | undefined {
  const sent = parameters.get('post_logout_redirect_uri') || undefined;
  if (sent === undefined) return undefined;
  if (!identified) {
    throw refuse(
      'Missing parameters: id_token_hint',
      'post_logout_redirect_uri came without id_token_hint and without client_id.',
      'Send id_token_hint or client_id beside it.',
    );
  }
  if (hasFragment(sent)) {
    throw refuse(
      'Invalid redirect uri',
      `post_logout_redirect_uri ${sent} contains a fragment.`,
      `Send "${sent.split('#', 1)[0]}" as post_logout_redirect_uri and let the application find its route itself.`,
    );
  }
  const registered = client === undefined ? [] : postLogoutRedirectUris(client);
  const base = { rootUrl: client?.rootUrl, baseUrl: exchange.baseUrl };
  const uri = matchRedirectUri(registered, sent, base);
  if (uri === undefined) throw refuseTarget(client, { sent, registered, base });
  return withState(uri, parameters.get('state'));
}

function refuseTarget(client: Client | undefined, uri: MismatchedUri): OAuthError {
  const name = client === undefined ? 'the client' : `client ${client.clientId}`;
  const mismatch = explainMismatch(uri);
  const { sent } = uri;
  if (mismatch?.isMalformed) {
    const reason = `post_logout_redirect_uri ${sent} cannot be used. ${mismatch.problem}`;
    return refuse('Invalid redirect uri', reason, mismatch.fix);
  }
  const reason =
    client === undefined
      ? 'The client is unknown.'
      : `post_logout_redirect_uri ${sent} is not registered for ${name}.`;
  const addition = `"${sent}" to attribute post.logout.redirect.uris of ${name} (values are separated by ##, + stands for the redirect URIs).`;
  const remedy =
    mismatch === undefined ? `Add ${addition}` : `${mismatch.problem} ${mismatch.fix}, or add ${addition}`;
  if (client === undefined) return refuse('Invalid redirect uri', reason, remedy);
  const fix = { kind: 'add-post-logout-redirect-uri', client: client.clientId, value: sent } as const;
  return refuse('Invalid redirect uri', reason, fixable(fix, remedy));
}

/** Redirect URI matching has already refused a URI that contains `state`. */
function withState(uri: string, state: string | undefined): string {
  return state === undefined ? uri : addToQuery(uri, [['state', state]]);
}

/** Asks for confirmation, unless the hint fits the session or there is no session and the target is known. */
async function decide(exchange: RealmExchange, request: LogoutRequest, deps: LogoutDeps): Promise<Reply> {
  const browser = await deps.login.currentSession(exchange);
  if (browser !== undefined) {
    exchange.activity.user(browser.user.username);
    exchange.activity.joinFlow(browser.session.flow);
  }
  const contradicts =
    browser !== undefined &&
    request.hintedSessionId !== undefined &&
    request.hintedSessionId !== browser.session.id;
  const confirmedByHint = request.hinted && request.clientId !== undefined && !contradicts;
  const nothingToAsk =
    browser === undefined &&
    !request.hinted &&
    request.clientId !== undefined &&
    request.target !== undefined;
  if (confirmedByHint || nothingToAsk) return finish(exchange, request, deps);
  exchange.activity.recordNote(
    'ask-logout',
    contradicts
      ? 'The hint is for a session other than the browser’s.'
      : 'No ID token hint confirms the logout.',
    SECTION,
  );
  const action = `${protocolUrl(exchange.baseUrl, exchange.realm.name)}/logout/logout-confirm`;
  return deps.login.askLogout(exchange, { action, clientId: request.clientId, data: request });
}

async function finish(exchange: RealmExchange, request: LogoutRequest, deps: LogoutDeps): Promise<Reply> {
  const browser = await deps.login.currentSession(exchange);
  return deps.login.signOut(exchange, {
    session: browser?.session ?? (await findHinted(exchange, request, deps)),
    protocol: PROTOCOL,
    // Compat: the client that started the logout is notified like any other.
    initiatorClientUuid: undefined,
    notVisited: initiatingProvider(exchange),
    data: request,
    section: SECTION,
  });
}

/** Compat: the identity provider at which the sign-out began (`initiating_idp`). */
function initiatingProvider({ query, form }: RealmExchange): string | undefined {
  const alias = query.get('initiating_idp') ?? form.get('initiating_idp');
  return alias === undefined ? undefined : providerVisit(alias);
}

/** The hinted session, if the browser has none. Compat: the browser's own session takes precedence. */
async function findHinted(
  { realm }: RealmExchange,
  { hintedSessionId }: LogoutRequest,
  { store }: LogoutDeps,
): Promise<UserSession | undefined> {
  return hintedSessionId === undefined ? undefined : store.sessions.find(realm.id, hintedSessionId);
}

/** The row of the sign-out protocol table: redirects to the post-logout URI, or shows the logged-out page. */
export const logoutProtocol: SignOutProtocol = {
  async finish(exchange, data) {
    const { clientId, target } = data as LogoutRequest;
    const client = exchange.realm.clients.get(clientId ?? '');
    if (target === undefined)
      return renderLoggedOut(exchange, { backTo: clientHome(client, exchange.baseUrl) });
    // Compat: the client's setting shows the logged-out page before redirecting.
    if (client?.attributes['logout.confirmation.enabled'] === 'true')
      return renderLoggedOut(exchange, { backTo: target });
    return redirectReply(target);
  },
  afterFrames({ realm, baseUrl }, data) {
    const { clientId, target } = data as LogoutRequest;
    return { continueTo: target, backTo: clientHome(realm.clients.get(clientId ?? ''), baseUrl) };
  },
};
