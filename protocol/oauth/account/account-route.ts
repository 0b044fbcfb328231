// A route of the account API: who may call it, how refusals are answered, and that browsers get the console instead.
import { OAuthError, type OAuthErrorDetails } from '#protocol/errors/oauth-error.ts';
import { checkRealm } from '#protocol/http/check-realm.ts';
import { checkOrigin, withCors } from '#protocol/http/cors.ts';
import type { BodyKind, RealmExchange, RealmRoute, Reply } from '#protocol/http/exchange.ts';
import { challenge, jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import { allowedOrigins } from '#protocol/realm/clients/web-origins.ts';
import type { TokenVerifier, VerifiedToken } from '#protocol/token/token-verifier.ts';
import { ACCOUNT_CLIENT, type AccountRole, identifyAccount } from './account-access.ts';

export type AccountRow = Omit<RealmRoute, 'realm'>;

/** One operation. */
export interface AccountCall {
  readonly method: RealmRoute['method'];
  /** Below `/realms/:realm/account`; empty or with a leading slash. */
  readonly path: string;
  readonly title: string;
  readonly body?: BodyKind;
  /** The token needs one of them; empty: any token of a user. */
  readonly roles: readonly AccountRole[];
  answer(exchange: RealmExchange, token: VerifiedToken): Reply | Promise<Reply>;
}

const RULE = 'check-account';
const ACCOUNT_PATH = '/realms/:realm/account';
const SECTION = 'Keycloak account API';
const STATUS_TEXTS: Readonly<Record<number, string>> = { 401: 'Unauthorized', 403: 'Forbidden' };

/** A refusal of the account API. */
export function accountError(
  code: 'invalid_request' | 'access_denied',
  details: OAuthErrorDetails,
): OAuthError {
  return new OAuthError(code, { section: SECTION, ...details });
}

/** The JSON answer to a read. */
export const accountReply = (value: unknown): Reply => jsonReply(200, value, NO_STORE);

/** Compat: the account API answers at the addresses of the account console, by the request's media types. */
export function wantsJson({ headers }: Pick<RealmExchange, 'headers'>): boolean {
  return /application\/json/i.test(`${headers.accept ?? ''},${headers['content-type'] ?? ''}`);
}

/** The route of a call; `page` answers browsers that open its address. */
export function accountRow(
  verifier: TokenVerifier,
  { path, roles, answer, ...call }: AccountCall,
  page: RealmRoute['handle'],
): AccountRow {
  const answered = answering(verifier, roles, answer);
  return {
    ...call,
    path: `${ACCOUNT_PATH}${path}`,
    cors: 'handler',
    handle: (exchange) =>
      call.method !== 'GET' || wantsJson(exchange) ? answered(exchange) : page(exchange),
  };
}

function answering(
  verifier: TokenVerifier,
  roles: readonly AccountRole[],
  answer: AccountCall['answer'],
): (exchange: RealmExchange) => Promise<Reply> {
  return async (exchange) => {
    exchange.activity.parties('application', 'understudy');
    // Any origin, until the token identifies the client.
    let origins: readonly string[] = ['*'];
    try {
      checkRealm(exchange);
      checkAccountEnabled(exchange);
      const access = await identifyAccount(exchange, verifier);
      const { token } = access;
      origins = allowedOrigins(token.client, exchange.baseUrl);
      exchange.activity.client(token.client.clientId);
      exchange.activity.user(token.user.username);
      if (token.session !== undefined) exchange.activity.session(token.session.id);
      checkOrigin(exchange, token.client);
      access.require(roles);
      return withCors(await answer(exchange, token), exchange, origins);
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      return withCors(refusalReply(exchange, error), exchange, origins);
    }
  };
}

/** @throws {OAuthError} `access_denied` 404 if the realm has no client `account`, or has disabled it. */
export function checkAccountEnabled({ realm }: RealmExchange): void {
  if (realm.clients.get(ACCOUNT_CLIENT)?.enabled === true) return;
  throw new OAuthError('access_denied', {
    status: 404,
    description: 'account management not enabled',
    reason: `Client ${ACCOUNT_CLIENT} of realm ${realm.name} is missing or disabled.`,
    remedy: `Set enabled of client ${ACCOUNT_CLIENT} to true.`,
  });
}

/** Compat: `error` is Keycloak's text for the status, where it has one; the description is added. */
function refusalReply(exchange: RealmExchange, error: OAuthError): Reply {
  exchange.activity.refused(error, error.rule ?? RULE);
  const { status, code, description } = error;
  const text = STATUS_TEXTS[status];
  const body =
    status === 404
      ? { error: description }
      : { error: text === undefined ? code : `HTTP ${status} ${text}`, error_description: description };
  if (status !== 401) return jsonReply(status, body, NO_STORE);
  const hasToken = exchange.headers.authorization !== undefined;
  const members = hasToken ? { error: error.code, error_description: description } : {};
  const value = challenge('Bearer', { realm: exchange.realm.name, ...members });
  return jsonReply(status, body, { ...NO_STORE, 'www-authenticate': value });
}
