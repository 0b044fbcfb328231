// A user event as Keycloak describes it: its session and its details, read off the exchange and its tokens.
import type { EventKind, EventType, UserEventWire } from '#protocol/contract/events.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { queryOf, type RecordedExchange } from '#protocol/http/recorded-exchange.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import type { UserEvent } from './user-events.ts';

type Details = Readonly<Record<string, string | undefined>>;
type Claims = Readonly<Record<string, unknown>>;

/** Longer values are cut: callers control them. */
const MAX_LENGTH = 2000;

/** What the details are read from. */
interface Source {
  readonly recorded: RecordedExchange;
  readonly realm: Realm;
  readonly client: Client | undefined;
  readonly sessionId: string | undefined;
  /** A parameter of the request, in the query or the form; undefined when absent or empty. */
  readonly sent: (name: string) => string | undefined;
  /** Members of the reply's JSON body. */
  readonly reply: Claims;
}

const NONE: Claims = {};
const NO_TOKEN: Claims = {};

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Claims of a token that this server has issued, or that a client has presented; empty if there is none. */
function claimsOf(token: unknown): Claims {
  return typeof token === 'string' ? (decodeJws(token)?.claims ?? NO_TOKEN) : NO_TOKEN;
}

function readReply({ reply }: RecordedExchange): Claims {
  if (reply?.body === undefined) return NONE;
  try {
    const body: unknown = JSON.parse(String(reply.body));
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Claims) : NONE;
  } catch {
    // A fault has broken the body; there is nothing to read.
    return NONE;
  }
}

/** The username that was typed, where nobody was recognized. */
export function attemptedUsername(recorded: RecordedExchange): string | undefined {
  return recorded.username ?? textOf(new URLSearchParams(recorded.requestBody).get('username')?.trim());
}

function consentOf({ recorded, client }: Source): string | undefined {
  if (client === undefined) return undefined;
  const isGranted = recorded.decisions.some(
    (each) => each.rule === 'ask-consent' && each.outcome === 'passed',
  );
  if (isGranted) return 'consent_granted';
  return client.consentRequired ? 'persistent_consent' : 'no_consent_required';
}

/** Compat: Keycloak's name of a method, which a public client has as well. */
function clientAuthentication({ client }: Source): Details {
  return { client_auth_method: client?.kind === 'public' ? 'client-secret' : client?.authenticator };
}

function signInDetails(source: Source): Details {
  const { recorded, sent } = source;
  const isPasswordGrant = sent('grant_type') === 'password';
  if (isPasswordGrant) return { auth_method: 'oauth_credentials', ...tokenDetails(source) };
  return {
    // Compat: what a refused request has sent, and what the pages know of one that was accepted.
    response_type: sent('response_type'),
    redirect_uri: sent('redirect_uri'),
    ...recorded.notedDetails,
    ...(recorded.refusal === undefined ? { consent: consentOf(source) } : {}),
    code_id: source.sessionId,
  };
}

function tokenDetails(source: Source): Details {
  const { sent, reply, sessionId } = source;
  const refresh = claimsOf(reply['refresh_token']);
  return {
    grant_type: sent('grant_type'),
    scope: textOf(reply['scope']) ?? sent('scope'),
    token_id: textOf(claimsOf(reply['access_token'])['jti']),
    refresh_token_id: textOf(refresh['jti']),
    refresh_token_type: textOf(refresh['typ']),
    code_id: sessionId,
    ...clientAuthentication(source),
  };
}

function refreshDetails(source: Source): Details {
  const { code_id: _code, ...details } = tokenDetails(source);
  return {
    ...details,
    refresh_token_id: textOf(claimsOf(source.sent('refresh_token'))['jti']),
    updated_refresh_token_id: details['refresh_token_id'],
  };
}

function exchangeDetails(source: Source): Details {
  const { sent } = source;
  const { code_id: _code, ...details } = tokenDetails(source);
  return {
    ...details,
    auth_method: 'token_exchange',
    audience: sent('audience'),
    requested_token_type: sent('requested_token_type'),
    subject_token_client_id: textOf(claimsOf(sent('subject_token'))['azp']),
  };
}

/** Of a request about a token. */
function presentedDetails(source: Source): Details {
  return { token_id: textOf(claimsOf(source.sent('token'))['jti']), ...clientAuthentication(source) };
}

function scopeDetails(source: Source): Details {
  return { scope: source.sent('scope'), ...clientAuthentication(source) };
}

/** What an event says besides what all events say. */
const DETAILS: { readonly [Kind in EventKind]?: (source: Source) => Details } = {
  LOGIN: signInDetails,
  CODE_TO_TOKEN: tokenDetails,
  OAUTH2_DEVICE_CODE_TO_TOKEN: tokenDetails,
  AUTHREQID_TO_TOKEN: tokenDetails,
  CLIENT_LOGIN: tokenDetails,
  REFRESH_TOKEN: refreshDetails,
  TOKEN_EXCHANGE: exchangeDetails,
  INTROSPECT_TOKEN: presentedDetails,
  REVOKE_GRANT: presentedDetails,
  OAUTH2_DEVICE_AUTH: scopeDetails,
  PUSHED_AUTHORIZATION_REQUEST: clientAuthentication,
  USER_INFO_REQUEST: ({ client }) => ({
    auth_method: 'validate_access_token',
    signature_required: String((client?.attributes['user.info.response.signature.alg'] ?? '') !== ''),
  }),
  LOGOUT: ({ sent }) => ({ redirect_uri: sent('post_logout_redirect_uri') }),
};

/** Compat: Keycloak does not name the user of these. */
const WITHOUT_USERNAME: ReadonlySet<EventKind> = new Set(['CODE_TO_TOKEN', 'REFRESH_TOKEN', 'LOGOUT']);

function detailsOf(
  source: Source,
  { kind, error, details, isOfUser, isOfAccount }: UserEvent,
): Record<string, string> {
  if (isOfUser === true) return { ...details };
  const { recorded } = source;
  const describe = DETAILS[kind];
  const reason = error === '' ? undefined : textOf(recorded.refusal?.description);
  const username = WITHOUT_USERNAME.has(kind) ? undefined : attemptedUsername(recorded);
  const all: Details = {
    ...(isOfAccount === true
      ? {}
      : describe === undefined
        ? { ...recorded.notedDetails, code_id: source.sessionId }
        : describe(source)),
    ...details,
    username,
    reason,
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value.slice(0, MAX_LENGTH)]],
    ),
  );
}

function createSource(recorded: RecordedExchange, realm: Realm, client: Client | undefined): Source {
  const query = new URLSearchParams(queryOf(recorded.facts.target));
  const form = new URLSearchParams(recorded.requestBody);
  const reply = readReply(recorded);
  return {
    recorded,
    realm,
    client,
    reply,
    sent: (name) => textOf(form.get(name)) ?? textOf(query.get(name)),
    sessionId: recorded.sessionId ?? textOf(claimsOf(reply['access_token'])['sid']),
  };
}

/** A type of Keycloak's: the error has a type of its own. */
export function typeOf({ kind, error }: Pick<UserEvent, 'kind' | 'error'>): EventType {
  return error === '' ? kind : `${kind}_ERROR`;
}

/** What is known of an event when its exchange ends. */
export interface EventSetting {
  readonly realm: Realm;
  /** The client of the exchange, if it exists. */
  readonly client: Client | undefined;
  readonly userId: string | undefined;
  /** Milliseconds on the realm's clock. */
  readonly time: number;
}

/** Describes the events of one exchange. */
export function describeUserEvents(
  recorded: RecordedExchange,
  events: readonly UserEvent[],
  { realm, client, userId, time }: EventSetting,
): readonly UserEventWire[] {
  const source = createSource(recorded, realm, client);
  const { sessionId } = source;
  const { clientId } = recorded;
  return events.map((event) => ({
    id: createUuid(),
    time,
    type: typeOf(event),
    realmId: realm.id,
    ...(clientId === undefined || event.isOfUser === true ? {} : { clientId }),
    ...(userId === undefined ? {} : { userId }),
    ...(sessionId === undefined || event.isOfUser === true
      ? {}
      : { sessionId: event.sessionId ?? sessionId }),
    ipAddress: recorded.facts.remoteAddress,
    ...(event.error === '' ? {} : { error: event.error }),
    details: detailsOf(source, event),
    activityId: recorded.id,
  }));
}

/** The event of a session that has expired. Compat: no request causes it, so that there is neither client nor address. */
export function describeExpiredSession(
  realmId: string,
  { sessionId, userId, time }: { readonly sessionId: string; readonly userId: string; readonly time: number },
): UserEventWire {
  return {
    id: createUuid(),
    time,
    type: 'USER_SESSION_DELETED',
    realmId,
    userId,
    sessionId,
    details: { reason: 'expired' },
  };
}
