// The account API's profile: reads and changes the profile of an access token's user.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { checkRealm } from '#protocol/http/check-realm.ts';
import { checkOrigin, withCors } from '#protocol/http/cors.ts';
import type { RealmExchange, RealmRoute, Reply } from '#protocol/http/exchange.ts';
import { notImplemented } from '#protocol/http/not-found.ts';
import { challenge, emptyReply, jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import { allowedOrigins } from '#protocol/realm/clients/web-origins.ts';
import type { Store } from '#protocol/store/store.ts';
import type { TokenVerifier, VerifiedToken } from '#protocol/token/token-verifier.ts';
import { ACCOUNT_CLIENT, type AccountRole, identifyAccount } from './account-access.ts';
import { describeProfile, type RejectedProfile, replaceProfile } from './account-profile.ts';

export interface AccountDeps {
  readonly store: Store;
  readonly verifier: TokenVerifier;
}

const RULE = 'check-account';
const STATUS_TEXTS: Readonly<Record<number, string>> = { 401: 'Unauthorized', 403: 'Forbidden' };

type Answer = (exchange: RealmExchange, token: VerifiedToken) => Reply | Promise<Reply>;

/** `GET` and `POST /realms/{realm}/account`. Compat: Keycloak's account API, which no specification defines. */
export function listAccountRows({ store, verifier }: AccountDeps): readonly Omit<RealmRoute, 'realm'>[] {
  const common = { path: '/realms/:realm/account', title: 'Account profile', cors: 'handler' } as const;
  const read = answering(verifier, ['manage-account', 'view-profile'], (exchange, { user }) => {
    const withMetadata = exchange.query.get('userProfileMetadata') !== 'false';
    return jsonReply(200, describeProfile(exchange.realm, user, withMetadata), NO_STORE);
  });
  const change = answering(verifier, ['manage-account'], async (exchange, { user }) => {
    const rejected = await replaceProfile(exchange, store.users, user);
    if (rejected !== undefined) return rejectionReply(exchange, rejected);
    exchange.activity.recordPass('change-profile', `The profile of ${user.username} is changed.`);
    return emptyReply(204, NO_STORE);
  });
  return [
    {
      ...common,
      method: 'GET',
      handle: (exchange) => (wantsProfile(exchange) ? read(exchange) : refusePage(exchange)),
    },
    { ...common, method: 'POST', body: 'json', title: 'Account profile, change', handle: change },
  ];
}

/** Compat: the account API answers at the address of the account console, by the request's media types. */
function wantsProfile({ headers }: RealmExchange): boolean {
  return /application\/json/i.test(`${headers.accept ?? ''},${headers['content-type'] ?? ''}`);
}

function refusePage({ activity }: RealmExchange): never {
  activity.title('Account console');
  throw notImplemented(
    'the account console; with Accept: application/json, this address answers the profile',
  );
}

function answering(
  verifier: TokenVerifier,
  roles: readonly AccountRole[],
  answer: Answer,
): (exchange: RealmExchange) => Promise<Reply> {
  return async (exchange) => {
    exchange.activity.parties('application', 'understudy');
    // Any origin, until the token identifies the client.
    let origins: readonly string[] = ['*'];
    try {
      checkRealm(exchange);
      checkEnabled(exchange);
      const access = await identifyAccount(exchange, verifier);
      const { token } = access;
      origins = allowedOrigins(token.client, exchange.baseUrl);
      exchange.activity.client(token.client.clientId);
      exchange.activity.user(token.user.username);
      checkOrigin(exchange, token.client);
      access.require(roles);
      return withCors(await answer(exchange, token), exchange, origins);
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      return withCors(refusalReply(exchange, error), exchange, origins);
    }
  };
}

function checkEnabled({ realm }: RealmExchange): void {
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
  exchange.activity.refused(error, RULE);
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

function rejectionReply({ activity }: RealmExchange, { status, errors, texts }: RejectedProfile): Reply {
  const description = texts.join(' ');
  activity.refused(
    new OAuthError('invalid_request', {
      description,
      remedy: 'Correct the members that are named.',
    }),
    'check-profile',
  );
  return jsonReply(status, { errors, error_description: description }, NO_STORE);
}
