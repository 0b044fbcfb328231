// Which of Keycloak's user events an exchange is, and with which error: read off what Activity records.
import { outcomeOf, type RecordedExchange } from '#protocol/http/recorded-exchange.ts';
import type { Client } from '#protocol/realm/view/realm.ts';

/** A user event. Both names are from closed tables, so that callers cannot create series. */
export interface UserEvent {
  /** Keycloak's name in lower case: `login`, `code_to_token`. */
  readonly event: string;
  /** Keycloak's name of the error; empty for a success. */
  readonly error: string;
}

/** How an exchange of a route becomes an event. */
interface EventRow {
  readonly event: string;
  /** The rule whose passing makes it a success; absent: that the exchange is accepted. */
  readonly rule?: string;
  /** Only a refusal is an event. */
  readonly refusedOnly?: true;
}

const OIDC = '/realms/:realm/protocol/openid-connect';
const PAGES = '/realms/:realm/login-actions';
const REGISTRATION = '/realms/:realm/clients-registrations/openid-connect';
export const TOKEN_ROUTE: string = `${OIDC}/token`;

const LOGIN: EventRow = { event: 'login' };
const LOGOUT: EventRow = { event: 'logout', rule: 'end-session' };

/** By path of the route; with the method in front where it matters. */
const ROUTES: Readonly<Record<string, EventRow>> = {
  [`${OIDC}/auth`]: LOGIN,
  [`${PAGES}/authenticate`]: LOGIN,
  [`${PAGES}/required-action`]: LOGIN,
  [`${PAGES}/consent`]: LOGIN,
  '/realms/:realm/protocol/saml/clients/:name': LOGIN,
  '/realms/:realm/protocol/docker-v2/auth': LOGIN,
  // Compat: a CIBA request becomes an event of its own only when it is refused.
  [`${OIDC}/ext/ciba/auth`]: { event: 'login', refusedOnly: true },
  [`${OIDC}/logout`]: LOGOUT,
  [`${OIDC}/logout/logout-confirm`]: LOGOUT,
  [`${OIDC}/logout/backchannel-logout`]: LOGOUT,
  [`${OIDC}/revoke`]: { event: 'revoke_grant' },
  [`${OIDC}/userinfo`]: { event: 'user_info_request' },
  [`${OIDC}/token/introspect`]: { event: 'introspect_token' },
  [`${OIDC}/auth/device`]: { event: 'oauth2_device_auth' },
  'POST /realms/:realm/device': { event: 'oauth2_device_verify_user_code', rule: 'check-user-code' },
  [`${OIDC}/ext/par/request`]: { event: 'pushed_authorization_request' },
  [REGISTRATION]: { event: 'client_register' },
  [`GET ${REGISTRATION}/:client`]: { event: 'client_info' },
  [`PUT ${REGISTRATION}/:client`]: { event: 'client_update' },
  [`DELETE ${REGISTRATION}/:client`]: { event: 'client_delete' },
};

const GRANT_EVENTS: Readonly<Record<string, string>> = {
  authorization_code: 'code_to_token',
  client_credentials: 'client_login',
  password: 'login',
  refresh_token: 'refresh_token',
  'urn:ietf:params:oauth:grant-type:device_code': 'oauth2_device_code_to_token',
  'urn:ietf:params:oauth:grant-type:token-exchange': 'token_exchange',
  'urn:openid:params:grant-type:ciba': 'authreqid_to_token',
};

/** Every event that is counted, for the reference page. */
export const USER_EVENTS: readonly string[] = [
  ...new Set([...Object.values(ROUTES).map(({ event }) => event), ...Object.values(GRANT_EVENTS)]),
].sort();

/** Keycloak's errors by the rule that refused. */
const RULE_ERRORS: Readonly<Record<string, string>> = {
  'ask-consent': 'rejected_by_user',
  'authenticate-client': 'invalid_client_credentials',
  'authenticate-user': 'invalid_user_credentials',
  'check-authentication-age': 'expired_code',
  'check-browser-cookie': 'cookie_not_found',
  'check-client': 'not_allowed',
  'check-logout-address': 'invalid_redirect_uri',
  'check-redirect-uri': 'invalid_redirect_uri',
  'check-session-code': 'expired_code',
  'check-signature': 'invalid_signature',
  'check-user-code': 'invalid_oauth2_user_code',
  'find-authentication': 'expired_code',
  'verify-access-token': 'invalid_token',
};

/** Keycloak's errors by wire code, with the event in front where they depend on it. */
const CODE_ERRORS: Readonly<Record<string, string>> = {
  'authreqid_to_token invalid_grant': 'invalid_code',
  'code_to_token invalid_grant': 'invalid_code',
  'oauth2_device_code_to_token expired_token': 'expired_oauth2_device_code',
  'oauth2_device_code_to_token invalid_grant': 'invalid_oauth2_device_code',
  'refresh_token invalid_grant': 'invalid_token',
  'token_exchange invalid_grant': 'invalid_token',
  unauthorized_client: 'not_allowed',
};

const CLIENT_RULES = new Set(['authenticate-client', 'check-client']);

/** `grant_type` of a token request, if it is one of `known`; otherwise `other`. */
export function grantTypeOf({ requestBody }: RecordedExchange, known: ReadonlySet<string>): string {
  const sent = new URLSearchParams(requestBody).get('grant_type') ?? '';
  return known.has(sent) ? sent : 'other';
}

function findRow(recorded: RecordedExchange): EventRow | undefined {
  const path = recorded.routePath ?? '';
  if (path === TOKEN_ROUTE) {
    const event = GRANT_EVENTS[new URLSearchParams(recorded.requestBody).get('grant_type') ?? ''];
    return event === undefined ? undefined : { event };
  }
  if (path === '/realms/:realm/protocol/saml')
    return recorded.heading?.includes('sign-out') === true ? LOGOUT : LOGIN;
  return ROUTES[path] ?? ROUTES[`${recorded.facts.method} ${path}`];
}

/** A page that asks the user for something is not a completed sign-in, although it is accepted. */
function isSuccess(recorded: RecordedExchange, { event, rule, refusedOnly }: EventRow): boolean {
  if (refusedOnly === true) return false;
  if (rule !== undefined)
    return recorded.decisions.some((decision) => decision.rule === rule && decision.outcome === 'passed');
  return outcomeOf(recorded) === 'accepted' && (event !== 'login' || recorded.username !== undefined);
}

function errorOf(recorded: RecordedExchange, event: string, client: Client | undefined): string {
  if (recorded.userEventError !== undefined) return recorded.userEventError;
  const code = recorded.refusal?.code ?? '';
  const rule = recorded.decisions.findLast(({ outcome }) => outcome === 'refused')?.rule ?? '';
  if (CLIENT_RULES.has(rule) && client === undefined) return 'client_not_found';
  if (CLIENT_RULES.has(rule) && client?.enabled === false) return 'client_disabled';
  return RULE_ERRORS[rule] ?? CODE_ERRORS[`${event} ${code}`] ?? CODE_ERRORS[code] ?? code;
}

/**
 * The event of a finished exchange; undefined if it is none: no protocol request, one that waits for the user,
 * or a defect. `client` is the client of the exchange, if it exists.
 */
export function userEventOf(recorded: RecordedExchange, client: Client | undefined): UserEvent | undefined {
  const row = recorded.realmName === undefined ? undefined : findRow(recorded);
  if (row === undefined) return undefined;
  const { event } = row;
  if (outcomeOf(recorded) === 'refused' && recorded.refusal !== undefined)
    return { event, error: errorOf(recorded, event, client) };
  return isSuccess(recorded, row) ? { event, error: '' } : undefined;
}
