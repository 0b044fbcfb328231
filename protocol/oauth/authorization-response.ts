// The authorization response: a code, tokens, nothing or an error, sent in the response mode.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { issuerOf } from '#protocol/http/issuer.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { SignedClaims } from '#protocol/token/signed-claims.ts';
import type { FrontChannelTokens } from '#protocol/token/token-issuer.ts';
import type { ResponseModeName, ResponseParameters } from './response-modes/response-mode.ts';
import { RESPONSE_MODES } from './response-modes/table.ts';
import { tokenContext } from './token-context.ts';

/** Where a response goes, and the `state` it returns. */
export interface AnswerTarget {
  /** Absolute URI, registered for the client. */
  readonly redirectUri: string;
  readonly responseMode: ResponseModeName;
  readonly state: string | undefined;
}

/** Contents of a successful response. */
export interface AuthorizationAnswer {
  readonly sessionId: string;
  /** Undefined for `response_type=none` and the implicit flow. */
  readonly code: string | undefined;
  /** The action that the request started, and how it ended. */
  readonly action?: { readonly name: string; readonly status: string } | undefined;
  /** For the implicit and hybrid flows. */
  readonly tokens?: FrontChannelTokens | undefined;
}

export type AnswerSigner = Pick<SignedClaims, 'authorizationResponse'>;

/**
 * RFC 6749 §4.1.2, OIDC Core §3.2.2.5, OIDC Session Management §2, RFC 9207 §2; parameters in Keycloak's
 * order.
 * @throws {OAuthError} `invalid_client` when a JWT response cannot be signed or encrypted for the client
 * (JARM §2.2).
 */
export async function sendAnswer(
  exchange: RealmExchange,
  client: Client,
  target: AnswerTarget,
  answer: AuthorizationAnswer,
  signer: AnswerSigner,
): Promise<Reply> {
  const hidesSession = client.attributes['exclude.session.state.from.auth.response'] === 'true';
  const parameters = listPresent([
    ['state', target.state],
    ['session_state', hidesSession ? undefined : answer.sessionId],
    ['iss', issuerParameter(exchange, client)],
    ['kc_action', answer.action?.name],
    ['kc_action_status', answer.action?.status],
    ['code', answer.code],
    ['id_token', answer.tokens?.id_token],
    ['access_token', answer.tokens?.access_token],
    ['token_type', answer.tokens?.token_type],
    ['expires_in', answer.tokens?.expires_in?.toString()],
  ]);
  const mode = RESPONSE_MODES[target.responseMode];
  const sent = mode.isJwt ? await toToken(exchange, client, parameters, signer) : parameters;
  return mode.send(target.redirectUri, sent, exchange);
}

/**
 * RFC 6749 §4.1.2.1, OIDC Core §3.1.2.6. `client` is undefined if it was removed during the sign-in. An error
 * for which no JWT can be made is sent as plain parameters.
 */
export async function sendError(
  exchange: RealmExchange,
  client: Client | undefined,
  target: AnswerTarget,
  error: OAuthError,
  signer: AnswerSigner,
): Promise<Reply> {
  const parameters = listPresent([
    ['error', error.code],
    ['error_description', error.description],
    ['state', target.state],
    ['iss', issuerParameter(exchange, client)],
  ]);
  const mode = RESPONSE_MODES[target.responseMode];
  if (!mode.isJwt || client === undefined) return mode.send(target.redirectUri, parameters, exchange);
  try {
    return mode.send(target.redirectUri, await toToken(exchange, client, parameters, signer), exchange);
  } catch (cause) {
    if (!(cause instanceof OAuthError)) throw cause;
    exchange.activity.recordNote('send-response', `${cause.reason} ${cause.remedy ?? ''}`, cause.section);
    return mode.send(target.redirectUri, parameters, exchange);
  }
}

/** JARM §2.1 */
async function toToken(
  exchange: RealmExchange,
  client: Client,
  parameters: ResponseParameters,
  signer: AnswerSigner,
): Promise<ResponseParameters> {
  const members = Object.fromEntries(parameters);
  return [['response', await signer.authorizationResponse(tokenContext(exchange), client, members)]];
}

/** RFC 9207 §2. A client attribute turns `iss` off. */
function issuerParameter(exchange: RealmExchange, client: Client | undefined): string | undefined {
  const isExcluded = client?.attributes['exclude.issuer.from.auth.response'] === 'true';
  return isExcluded ? undefined : issuerOf(exchange);
}

function listPresent(
  members: readonly (readonly [name: string, value: string | undefined])[],
): ResponseParameters {
  return members.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]]));
}
