// Which of Keycloak's user events an exchange is, and with which error: read off what Activity records.
import type { EventKind } from '#protocol/contract/events.ts';
import { outcomeOf, queryOf, type RecordedExchange } from '#protocol/http/recorded-exchange.ts';
import type { Client } from '#protocol/realm/view/realm.ts';

/** A user event. Both names are from closed tables, so that callers cannot create series. */
export interface UserEvent {
  /** Without `_ERROR`. */
  readonly kind: EventKind;
  /** Keycloak's name of the error; empty for a success. */
  readonly error: string;
  /** Details that only this event of the exchange has. */
  readonly details?: Readonly<Record<string, string>>;
  /** An event of the user alone: it has no other details, and neither client nor session. */
  readonly isOfUser?: true;
  /** A change that users make to their account: it has only its own details. */
  readonly isOfAccount?: true;
  /** Absent: that of the exchange. */
  readonly sessionId?: string;
}

/** How an exchange of a route becomes an event. */
interface EventRow {
  readonly kind: EventKind;
  /** The rule whose passing makes it a success; absent: that the exchange is accepted. */
  readonly rule?: string;
  /** Only a refusal is an event. */
  readonly refusedOnly?: true;
  /** What a refusal is instead. */
  readonly refusedAs?: EventKind;
}

const OIDC = '/realms/:realm/protocol/openid-connect';
const PAGES = '/realms/:realm/login-actions';
const BROKER = '/realms/:realm/broker/:alias';
const REGISTRATION = '/realms/:realm/clients-registrations/openid-connect';
export const TOKEN_ROUTE: string = `${OIDC}/token`;
const ACTION_ROUTE = `${PAGES}/required-action`;
const CONSENT_ROUTE = '/realms/:realm/account/applications/:client/consent';

const LINK_ROUTE = `${PAGES}/action-token`;

const LOGIN: EventRow = { kind: 'LOGIN' };
/** Compat: whoever has registered is signed in by the same request. */
const REGISTRATION_PAGE: EventRow = { kind: 'LOGIN', refusedAs: 'REGISTER' };
const LOGOUT: EventRow = { kind: 'LOGOUT', rule: 'end-session' };

/** By path of the route; with the method in front where it matters. */
const ROUTES: Readonly<Record<string, EventRow>> = {
  [`${OIDC}/auth`]: LOGIN,
  [`${PAGES}/authenticate`]: LOGIN,
  [ACTION_ROUTE]: LOGIN,
  [`${PAGES}/consent`]: LOGIN,
  [`${PAGES}/sign-in-link`]: { kind: 'IMPERSONATE', rule: 'sign-in-link' },
  [`${PAGES}/reset-credentials`]: { kind: 'RESET_PASSWORD', refusedOnly: true },
  [`${PAGES}/registration`]: REGISTRATION_PAGE,
  [`${OIDC}/registrations`]: REGISTRATION_PAGE,
  [LINK_ROUTE]: LOGIN,
  [`${PAGES}/first-broker-login`]: { kind: 'LOGIN', refusedAs: 'IDENTITY_PROVIDER_FIRST_LOGIN' },
  [`${BROKER}/endpoint`]: { kind: 'LOGIN', refusedAs: 'IDENTITY_PROVIDER_LOGIN' },
  [`${BROKER}/endpoint/clients/:client`]: { kind: 'LOGIN', refusedAs: 'IDENTITY_PROVIDER_LOGIN' },
  [`${BROKER}/login`]: { kind: 'IDENTITY_PROVIDER_LOGIN', refusedOnly: true },
  [`${BROKER}/link`]: { kind: 'CLIENT_INITIATED_ACCOUNT_LINKING', rule: 'account-linking' },
  [`${BROKER}/token`]: { kind: 'IDENTITY_PROVIDER_RETRIEVE_TOKEN' },
  [`${PAGES}/restart`]: { kind: 'RESTART_AUTHENTICATION' },
  '/realms/:realm/protocol/saml/clients/:name': LOGIN,
  '/realms/:realm/protocol/docker-v2/auth': LOGIN,
  // Compat: a CIBA request becomes an event of its own only when it is refused.
  [`${OIDC}/ext/ciba/auth`]: { kind: 'LOGIN', refusedOnly: true },
  [`${OIDC}/logout`]: LOGOUT,
  [`${OIDC}/logout/logout-confirm`]: LOGOUT,
  [`${OIDC}/logout/backchannel-logout`]: LOGOUT,
  [`${OIDC}/revoke`]: { kind: 'REVOKE_GRANT' },
  [`${OIDC}/userinfo`]: { kind: 'USER_INFO_REQUEST' },
  [`${OIDC}/token/introspect`]: { kind: 'INTROSPECT_TOKEN' },
  [`${OIDC}/auth/device`]: { kind: 'OAUTH2_DEVICE_AUTH' },
  'POST /realms/:realm/device': { kind: 'OAUTH2_DEVICE_VERIFY_USER_CODE', rule: 'check-user-code' },
  [`${OIDC}/ext/par/request`]: { kind: 'PUSHED_AUTHORIZATION_REQUEST' },
  'POST /realms/:realm/account': { kind: 'UPDATE_PROFILE' },
  // Which of them it is follows from what the user had before.
  [`POST ${CONSENT_ROUTE}`]: { kind: 'GRANT_CONSENT', refusedOnly: true },
  [`PUT ${CONSENT_ROUTE}`]: { kind: 'UPDATE_CONSENT', refusedOnly: true },
  [`DELETE ${CONSENT_ROUTE}`]: { kind: 'REVOKE_GRANT', refusedOnly: true },
  [REGISTRATION]: { kind: 'CLIENT_REGISTER' },
  [`GET ${REGISTRATION}/:client`]: { kind: 'CLIENT_INFO' },
  [`PUT ${REGISTRATION}/:client`]: { kind: 'CLIENT_UPDATE' },
  [`DELETE ${REGISTRATION}/:client`]: { kind: 'CLIENT_DELETE' },
};

/** Rules of a last page after which nobody is signed in. */
const SIGNS_NOBODY_IN = ['end-of-link', 'delete-account'] as const;

const GRANT_EVENTS: Readonly<Record<string, EventKind>> = {
  authorization_code: 'CODE_TO_TOKEN',
  client_credentials: 'CLIENT_LOGIN',
  password: 'LOGIN',
  refresh_token: 'REFRESH_TOKEN',
  'urn:ietf:params:oauth:grant-type:device_code': 'OAUTH2_DEVICE_CODE_TO_TOKEN',
  'urn:ietf:params:oauth:grant-type:token-exchange': 'TOKEN_EXCHANGE',
  'urn:openid:params:grant-type:ciba': 'AUTHREQID_TO_TOKEN',
};

/** What a required action becomes. */
interface ActionRow {
  /** Compat: since Keycloak 26, the general event accompanies the one of the credential. */
  readonly kinds: readonly EventKind[];
  /** When the user's answer is rejected. */
  readonly wrong?: string;
  readonly credentialType?: string;
}

/** By Keycloak's alias; all others are `CUSTOM_REQUIRED_ACTION`. */
const ACTION_EVENTS: Readonly<Record<string, ActionRow>> = {
  UPDATE_PASSWORD: {
    kinds: ['UPDATE_PASSWORD', 'UPDATE_CREDENTIAL'],
    wrong: 'password_rejected',
    credentialType: 'password',
  },
  CONFIGURE_RECOVERY_AUTHN_CODES: {
    kinds: ['UPDATE_CREDENTIAL'],
    credentialType: 'recovery-authn-codes',
  },
  CONFIGURE_TOTP: {
    kinds: ['UPDATE_TOTP', 'UPDATE_CREDENTIAL'],
    wrong: 'invalid_user_credentials',
    credentialType: 'otp',
  },
  // The action itself names what was removed.
  delete_credential: { kinds: [] },
  UPDATE_EMAIL: { kinds: ['UPDATE_EMAIL'], wrong: 'invalid_email' },
  UPDATE_PROFILE: { kinds: ['UPDATE_PROFILE'] },
  VERIFY_PROFILE: { kinds: ['UPDATE_PROFILE'] },
  VERIFY_EMAIL: { kinds: ['VERIFY_EMAIL'], wrong: 'invalid_code' },
  update_user_locale: { kinds: ['UPDATE_PROFILE'] },
};
/** Events besides that of the exchange, by the rule that passed. */
const PASSED_EVENTS: Readonly<Record<string, EventKind>> = {
  'delete-account': 'DELETE_ACCOUNT',
  'invitation-link': 'INVITE_ORG',
  register: 'REGISTER',
  'send-idp-link': 'SEND_IDENTITY_PROVIDER_LINK',
  'send-reset-password': 'SEND_RESET_PASSWORD',
  'send-update-email': 'SEND_VERIFY_EMAIL',
  'send-verify-email': 'SEND_VERIFY_EMAIL',
  'idp-verify-account-via-email-link': 'IDENTITY_PROVIDER_LINK_ACCOUNT',
  'update-email-link': 'UPDATE_EMAIL',
  'update-user-locale': 'UPDATE_PROFILE',
  'verify-email-link': 'VERIFY_EMAIL',
};

/** What a refused link is, by the rule that refused. Compat: Keycloak has no own event for a new address. */
const LINK_EVENTS: Readonly<Record<string, EventKind>> = {
  'execute-actions-link': 'EXECUTE_ACTIONS',
  'invitation-link': 'INVITE_ORG',
  'idp-verify-account-via-email-link': 'IDENTITY_PROVIDER_LINK_ACCOUNT',
  'reset-credentials-link': 'RESET_PASSWORD',
  'update-email-link': 'EXECUTE_ACTIONS',
  'verify-email-link': 'VERIFY_EMAIL',
};
const OTHER_LINK: EventKind = 'EXECUTE_ACTION_TOKEN';

/** Events that are noted where they happen; `user`: compat, those that Keycloak attributes to the user alone. */
const NOTED_EVENTS: { readonly [Kind in EventKind]?: 'user' | 'exchange' | 'account' } = {
  FEDERATED_IDENTITY_LINK: 'exchange',
  GRANT_CONSENT: 'account',
  LOGOUT: 'account',
  REGISTER: 'exchange',
  REMOVE_CREDENTIAL: 'account',
  REMOVE_FEDERATED_IDENTITY: 'account',
  REMOVE_TOTP: 'account',
  REVOKE_GRANT: 'account',
  UPDATE_CONSENT: 'account',
  USER_DISABLED_BY_PERMANENT_LOCKOUT: 'user',
  USER_DISABLED_BY_TEMPORARY_LOCKOUT: 'user',
  VERIFY_PROFILE: 'exchange',
};

const CUSTOM_ACTION: ActionRow = { kinds: ['CUSTOM_REQUIRED_ACTION'] };

/** Every event of an exchange, for the reference page. */
export const USER_EVENTS: readonly EventKind[] = [
  ...new Set([
    ...Object.values(ROUTES).flatMap(({ kind, refusedAs }) =>
      refusedAs === undefined ? kind : [kind, refusedAs],
    ),
    ...Object.values(GRANT_EVENTS),
    ...Object.values(PASSED_EVENTS),
    ...Object.values(LINK_EVENTS),
    OTHER_LINK,
    ...(Object.keys(NOTED_EVENTS) as EventKind[]),
    ...[...Object.values(ACTION_EVENTS), CUSTOM_ACTION].flatMap(({ kinds }) => kinds),
  ]),
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
  'AUTHREQID_TO_TOKEN invalid_grant': 'invalid_code',
  'CODE_TO_TOKEN invalid_grant': 'invalid_code',
  'LOGOUT invalid_grant': 'invalid_token',
  'OAUTH2_DEVICE_CODE_TO_TOKEN expired_token': 'expired_oauth2_device_code',
  'OAUTH2_DEVICE_CODE_TO_TOKEN invalid_grant': 'invalid_oauth2_device_code',
  'REFRESH_TOKEN invalid_grant': 'invalid_token',
  'TOKEN_EXCHANGE invalid_grant': 'invalid_token',
  invalid_scope: 'invalid_request',
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
    const kind = GRANT_EVENTS[new URLSearchParams(recorded.requestBody).get('grant_type') ?? ''];
    return kind === undefined ? undefined : { kind };
  }
  if (path === '/realms/:realm/protocol/saml')
    return recorded.heading?.includes('sign-out') === true ? LOGOUT : LOGIN;
  return ROUTES[path] ?? ROUTES[`${recorded.facts.method} ${path}`];
}

function hasPassed({ decisions }: RecordedExchange, rule: string): boolean {
  return decisions.some((decision) => decision.rule === rule && decision.outcome === 'passed');
}

/** A page that asks the user for something is not a completed sign-in, although it is accepted. */
function isSuccess(recorded: RecordedExchange, { kind, rule, refusedOnly }: EventRow): boolean {
  if (refusedOnly === true) return false;
  if (rule !== undefined) return hasPassed(recorded, rule);
  if (kind === 'RESTART_AUTHENTICATION') return recorded.clientId !== undefined;
  if (SIGNS_NOBODY_IN.some((passed) => hasPassed(recorded, passed))) return false;
  return outcomeOf(recorded) === 'accepted' && (kind !== 'LOGIN' || recorded.username !== undefined);
}

function refusingRule({ decisions }: RecordedExchange): string {
  return decisions.findLast(({ outcome }) => outcome === 'refused')?.rule ?? '';
}

function errorOf(recorded: RecordedExchange, kind: EventKind, client: Client | undefined): string {
  if (recorded.userEventError !== undefined) return recorded.userEventError;
  const code = recorded.refusal?.code ?? '';
  const rule = refusingRule(recorded);
  if (CLIENT_RULES.has(rule) && client === undefined) return 'client_not_found';
  if (CLIENT_RULES.has(rule) && client?.enabled === false) return 'client_disabled';
  return RULE_ERRORS[rule] ?? CODE_ERRORS[`${kind} ${code}`] ?? CODE_ERRORS[code] ?? code;
}

const isRefused = (recorded: RecordedExchange): boolean =>
  outcomeOf(recorded) === 'refused' && recorded.refusal !== undefined;

/** A refused link is the event of its type; a message that cannot be sent is one of its own. */
function kindOf(recorded: RecordedExchange, { kind, refusedAs }: EventRow): EventKind {
  if (!isRefused(recorded)) return kind;
  if (refusedAs !== undefined) return refusedAs;
  if (refusingRule(recorded) === 'delete-account') return 'DELETE_ACCOUNT';
  if (recorded.routePath === LINK_ROUTE) return LINK_EVENTS[refusingRule(recorded)] ?? OTHER_LINK;
  const hasNoAddress = kind === 'RESET_PASSWORD' && recorded.userEventError === 'invalid_email';
  return hasNoAddress ? 'SEND_RESET_PASSWORD' : kind;
}

function passedEventsOf({ decisions }: RecordedExchange): readonly UserEvent[] {
  return decisions.flatMap(({ rule, outcome }) => {
    const kind = outcome === 'passed' && Object.hasOwn(PASSED_EVENTS, rule) ? PASSED_EVENTS[rule] : undefined;
    return kind === undefined ? [] : [{ kind, error: '' }];
  });
}

function notedEventsOf({ notedEvents }: RecordedExchange): readonly UserEvent[] {
  return notedEvents.map(({ kind, details, sessionId }) => ({
    kind,
    error: '',
    details,
    ...(NOTED_EVENTS[kind] === 'user' ? { isOfUser: true } : {}),
    ...(NOTED_EVENTS[kind] === 'account' ? { isOfAccount: true } : {}),
    ...(sessionId === undefined ? {} : { sessionId }),
  }));
}

/** The events of a submitted required action, which may complete the sign-in as well. */
function actionEventsOf(recorded: RecordedExchange): readonly UserEvent[] {
  if (recorded.routePath !== ACTION_ROUTE || recorded.facts.method !== 'POST') return [];
  const action = new URLSearchParams(queryOf(recorded.facts.target)).get('execution') ?? '';
  const { kinds, wrong, credentialType } = ACTION_EVENTS[action] ?? CUSTOM_ACTION;
  const declined = recorded.refusal?.code === 'access_denied' ? 'rejected_by_user' : undefined;
  const isDone = hasPassed(recorded, 'required-action');
  if (!(isDone || (isRefused(recorded) && refusingRule(recorded) === 'required-action'))) return [];
  const details = {
    custom_required_action: action,
    ...(credentialType === undefined ? {} : { credential_type: credentialType }),
  };
  const error = isDone ? '' : (declined ?? recorded.userEventError ?? wrong ?? 'invalid_form');
  return kinds.map((kind) => ({ kind, error, details }));
}

/** The event of the exchange itself, unless a required action has failed instead. */
function mainEventsOf(
  recorded: RecordedExchange,
  row: EventRow,
  client: Client | undefined,
  actions: readonly UserEvent[],
): readonly UserEvent[] {
  const { kind } = row;
  if (!isRefused(recorded)) return isSuccess(recorded, row) ? [{ kind, error: '' }] : [];
  const isOfAction = actions.some(({ error }) => error !== '');
  return isOfAction ? [] : [{ kind, error: errorOf(recorded, kind, client) }];
}

/**
 * The events of a finished exchange; none if it is no protocol request, one that waits for the user, or a defect.
 * `client` is the client of the exchange, if it exists.
 */
export function userEventsOf(recorded: RecordedExchange, client: Client | undefined): readonly UserEvent[] {
  if (recorded.realmName === undefined) return [];
  const row = findRow(recorded);
  if (row === undefined) return notedEventsOf(recorded);
  const kind = kindOf(recorded, row);
  const actions = [...passedEventsOf(recorded), ...actionEventsOf(recorded)];
  return [
    ...actions,
    ...mainEventsOf(recorded, { ...row, kind }, client, actions),
    ...notedEventsOf(recorded),
  ];
}
