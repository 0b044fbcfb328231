// The URLs of the form targets below `login-actions/`.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { SignInAttempt } from './sign-in-attempt.ts';

/** `{base}/realms/{realm}`, no trailing slash. */
export function realmUrl(exchange: RealmExchange): string {
  return `${exchange.baseUrl}/realms/${encodeURIComponent(exchange.realm.name)}`;
}

function withTab(
  exchange: RealmExchange,
  action: string,
  attempt: SignInAttempt,
  first: Readonly<Record<string, string>>,
): string {
  const parameters = { ...first, client_id: attempt.request.clientId, tab_id: attempt.tabId };
  // Every sign-in page has several of these addresses: URLSearchParams would cost more than the rest of the page.
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${realmUrl(exchange)}/login-actions/${action}?${query.join('&')}`;
}

/** Where a form is sent; good for the page that carries it only. */
export function formUrl(exchange: RealmExchange, attempt: SignInAttempt, execution: string): string {
  return withTab(exchange, 'authenticate', attempt, { session_code: attempt.sessionCode, execution });
}

/** Where the answer of the consent page is sent. */
export function consentUrl(exchange: RealmExchange, attempt: SignInAttempt): string {
  return withTab(exchange, 'consent', attempt, { session_code: attempt.sessionCode });
}

/** Where the answer of a required action's page is sent. */
export function actionFormUrl(exchange: RealmExchange, attempt: SignInAttempt, name: string): string {
  return withTab(exchange, 'required-action', attempt, {
    session_code: attempt.sessionCode,
    execution: name,
  });
}

/** Shows the page of what the person must do yet; `what` is for whoever reads the address. */
export function requiredActionUrl(exchange: RealmExchange, attempt: SignInAttempt, what: string): string {
  return withTab(exchange, 'required-action', attempt, { execution: what });
}

/** Shows whatever page comes next in this tab. */
export function proceedUrl(exchange: RealmExchange, attempt: SignInAttempt): string {
  return withTab(exchange, 'authenticate', attempt, {});
}

/** Starts this tab's sign-in over; with `keepsUser` the browser's session still counts, otherwise somebody else wants to sign in. */
export function restartUrl(exchange: RealmExchange, attempt: SignInAttempt, keepsUser: boolean): string {
  return withTab(exchange, 'restart', attempt, { skip_logout: String(keepsUser) });
}
