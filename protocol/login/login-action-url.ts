// URLs below `login-actions/`.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { AuthenticationSession } from './authentication-session.ts';

/** `{base}/realms/{realm}`, no trailing slash. */
export function realmUrl(exchange: RealmExchange): string {
  return `${exchange.baseUrl}/realms/${encodeURIComponent(exchange.realm.name)}`;
}

function withTab(
  exchange: RealmExchange,
  path: string,
  authentication: AuthenticationSession,
  first: Readonly<Record<string, string>>,
): string {
  const parameters = { ...first, client_id: authentication.request.clientId, tab_id: authentication.tabId };
  // Every sign-in page has several of these URLs: URLSearchParams would cost more than the rest of the page.
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${realmUrl(exchange)}/${path}?${query.join('&')}`;
}

/** Target of a sign-in form; valid for the current page only. */
export function formUrl(
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  execution: string,
): string {
  return withTab(exchange, 'login-actions/authenticate', authentication, {
    session_code: authentication.sessionCode,
    execution,
  });
}

/** Target of the consent form. */
export function consentUrl(exchange: RealmExchange, authentication: AuthenticationSession): string {
  return withTab(exchange, 'login-actions/consent', authentication, {
    session_code: authentication.sessionCode,
  });
}

/** Target of a required action's form. */
export function actionFormUrl(
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  name: string,
): string {
  return withTab(exchange, 'login-actions/required-action', authentication, {
    session_code: authentication.sessionCode,
    execution: name,
  });
}

/** URL of a required-action or consent page; `pageName` is informational. */
export function requiredActionUrl(
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  pageName: string,
): string {
  return withTab(exchange, 'login-actions/required-action', authentication, { execution: pageName });
}

/** URL of the page for a forgotten password; its form's target with `isForm`. */
export function resetCredentialsUrl(
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  isForm = false,
): string {
  const code = isForm ? { session_code: authentication.sessionCode } : {};
  return withTab(exchange, 'login-actions/reset-credentials', authentication, code);
}

/** URL of the page on which people register; its form's target with `isForm`. */
export function registrationUrl(
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  isForm = false,
): string {
  const code = isForm ? { session_code: authentication.sessionCode } : {};
  return withTab(exchange, 'login-actions/registration', authentication, code);
}

/** Target of a form of a first sign-in through an identity provider. */
export function firstLoginUrl(
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  execution: string,
): string {
  return withTab(exchange, 'login-actions/first-broker-login', authentication, {
    session_code: authentication.sessionCode,
    execution,
  });
}

/** URL of the tab's page in a first sign-in through an identity provider. */
export function firstLoginPageUrl(exchange: RealmExchange, authentication: AuthenticationSession): string {
  return withTab(exchange, 'login-actions/first-broker-login', authentication, {});
}

/** URL that sends the browser to an identity provider. */
export function providerUrl(
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  alias: string,
): string {
  return withTab(exchange, `broker/${encodeURIComponent(alias)}/login`, authentication, {
    session_code: authentication.sessionCode,
  });
}

/** URL of the tab's next page. */
export function proceedUrl(exchange: RealmExchange, authentication: AuthenticationSession): string {
  return withTab(exchange, 'login-actions/authenticate', authentication, {});
}

/** Restarts the tab's sign-in; without `keepsUser`, ignores the session so that another user can sign in. */
export function restartUrl(
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  keepsUser: boolean,
): string {
  return withTab(exchange, 'login-actions/restart', authentication, { skip_logout: String(keepsUser) });
}
