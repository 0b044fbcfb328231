// The URLs of the form targets below `login-actions/`.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { AuthenticationSession } from './authentication-session.ts';

/** `{base}/realms/{realm}`, no trailing slash. */
export function realmUrl(exchange: RealmExchange): string {
  return `${exchange.baseUrl}/realms/${encodeURIComponent(exchange.realm.name)}`;
}

function withTab(
  exchange: RealmExchange,
  action: string,
  authentication: AuthenticationSession,
  first: Readonly<Record<string, string>>,
): string {
  const parameters = { ...first, client_id: authentication.request.clientId, tab_id: authentication.tabId };
  // Every sign-in page has several of these addresses: URLSearchParams would cost more than the rest of the page.
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${realmUrl(exchange)}/login-actions/${action}?${query.join('&')}`;
}

/** Where a form is sent; good for the page that carries it only. */
export function formUrl(
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  execution: string,
): string {
  return withTab(exchange, 'authenticate', authentication, {
    session_code: authentication.sessionCode,
    execution,
  });
}

/** Where the answer of the consent page is sent. */
export function consentUrl(exchange: RealmExchange, authentication: AuthenticationSession): string {
  return withTab(exchange, 'consent', authentication, { session_code: authentication.sessionCode });
}

/** Where the answer of a required action's page is sent. */
export function actionFormUrl(
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  name: string,
): string {
  return withTab(exchange, 'required-action', authentication, {
    session_code: authentication.sessionCode,
    execution: name,
  });
}

/** Shows the page of what the person must do yet; `what` is for whoever reads the address. */
export function requiredActionUrl(
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  what: string,
): string {
  return withTab(exchange, 'required-action', authentication, { execution: what });
}

/** Shows whatever page comes next in this tab. */
export function proceedUrl(exchange: RealmExchange, authentication: AuthenticationSession): string {
  return withTab(exchange, 'authenticate', authentication, {});
}

/** Starts this tab's sign-in over; with `keepsUser` the browser's session still counts, otherwise somebody else wants to sign in. */
export function restartUrl(
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  keepsUser: boolean,
): string {
  return withTab(exchange, 'restart', authentication, { skip_logout: String(keepsUser) });
}
