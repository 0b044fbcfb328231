// The answer of the authorization endpoint to the client: a code, nothing, or an error, by the response mode.
import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { Client } from '#protocol/realm/realm.ts';
import type { FrontChannelTokens } from '#protocol/token/token-issuer.ts';
import { issuerOf } from './issuer.ts';
import type { ResponseModeName, ResponseParameters } from './response-modes/response-mode.ts';
import { RESPONSE_MODES } from './response-modes/table.ts';

/** Where an answer goes, and what of the request it repeats. */
export interface AnswerTarget {
  /** Absolute, one of the client's. */
  readonly redirectUri: string;
  readonly responseMode: ResponseModeName;
  readonly state: string | undefined;
}

/** What a successful answer carries. */
export interface AuthorizationAnswer {
  readonly sessionId: string;
  /** Undefined for `response_type=none` and the implicit flow. */
  readonly code: string | undefined;
  /** Of implicit and hybrid flow. */
  readonly tokens?: FrontChannelTokens | undefined;
}

/** RFC 6749 §4.1.2, OIDC Core §3.2.2.5, OIDC Session Management §2, RFC 9207 §2; in Keycloak's order. */
export function sendAnswer(
  exchange: RealmExchange,
  client: Client,
  target: AnswerTarget,
  answer: AuthorizationAnswer,
): Reply {
  const hidesSession = client.attributes['exclude.session.state.from.auth.response'] === 'true';
  return send(target, [
    ['state', target.state],
    ['session_state', hidesSession ? undefined : answer.sessionId],
    ['iss', issuerParameter(exchange, client)],
    ['code', answer.code],
    ['id_token', answer.tokens?.id_token],
    ['access_token', answer.tokens?.access_token],
    ['token_type', answer.tokens?.token_type],
    ['expires_in', answer.tokens?.expires_in?.toString()],
  ]);
}

/** RFC 6749 §4.1.2.1, OIDC Core §3.1.2.6. `client` is undefined when it was removed meanwhile. */
export function sendError(
  exchange: RealmExchange,
  client: Client | undefined,
  target: AnswerTarget,
  error: OAuthError,
): Reply {
  return send(target, [
    ['error', error.code],
    ['error_description', error.description],
    ['state', target.state],
    ['iss', issuerParameter(exchange, client)],
  ]);
}

/** RFC 9207 §2; a client may ask to be spared by an attribute. */
function issuerParameter(exchange: RealmExchange, client: Client | undefined): string | undefined {
  const isSpared = client?.attributes['exclude.issuer.from.auth.response'] === 'true';
  return isSpared ? undefined : issuerOf(exchange);
}

function send(
  { responseMode, redirectUri }: AnswerTarget,
  members: readonly (readonly [name: string, value: string | undefined])[],
): Reply {
  const parameters = members.flatMap(
    ([name, value]): ResponseParameters => (value === undefined || value === '' ? [] : [[name, value]]),
  );
  return RESPONSE_MODES[responseMode].send(redirectUri, parameters);
}
