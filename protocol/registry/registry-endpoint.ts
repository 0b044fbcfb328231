// The endpoint that issues registry tokens: HTTP Basic in, a signed list of permitted actions out.

import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { fixable, type Remedy } from '#protocol/errors/remedy.ts';
import { checkRealm } from '#protocol/http/check-realm.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { issuerOf } from '#protocol/http/issuer.ts';
import { jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import type { PasswordCheckDeps } from '#protocol/realm/users/check-password.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { authenticateUser } from './authenticate-user.ts';
import { refusalReply } from './registry-refusal.ts';
import { type AccessEntryWire, formatScopes, parseRegistryScopes } from './registry-scope.ts';
import { issueRegistryToken } from './registry-token.ts';
import { narrowAccess } from './role-permissions.ts';

export interface RegistryEndpointDeps extends PasswordCheckDeps {
  readonly keys: RealmKeys;
}

/** The protocol of clients that represent registries. */
const REGISTRY_PROTOCOL = 'docker-v2';

const SECTION = 'Distribution token specification §Requesting a Token';
/** Parameters allowed once; `scope` may be repeated. */
const SINGLE = ['service', 'account', 'client_id', 'offline_token'];

/** `GET …/protocol/docker-v2/auth` (distribution token specification). Uses no cookie and no session. */
export async function handleRegistryToken(
  exchange: RealmExchange,
  deps: RegistryEndpointDeps,
): Promise<Reply> {
  exchange.activity.parties('application', 'understudy');
  let requested: readonly AccessEntryWire[] = [];
  try {
    checkRealm(exchange);
    const client = findService(exchange);
    exchange.activity.client(client.clientId);
    requested = parseRegistryScopes(exchange.query.all('scope'));
    exchange.activity.recordNote('read-scope', `Requested: ${formatScopes(requested)}`, SECTION);
    noteOfflineToken(exchange);
    const user = await authenticateUser(exchange, deps);
    const { access, reason } = narrowAccess(exchange.realm, client, user, requested);
    exchange.activity.recordPass('grant-access', `Granted: ${formatScopes(access)}. ${reason}`, SECTION);
    noteShortLife(exchange);
    const { realm, clock } = exchange;
    const context = { realm, clock, issuer: issuerOf(exchange) };
    return jsonReply(200, await issueRegistryToken(deps.keys, context, { client, user, access }), NO_STORE);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    exchange.activity.refused(error, 'request-token');
    return refusalReply(error, exchange.realm, requested);
  }
}

function findService({ query, realm }: RealmExchange): Client {
  const repeated = SINGLE.find((name) => query.duplicates.includes(name));
  if (repeated !== undefined)
    throw refuse('invalid_request', `duplicated parameter ${repeated}`, `Send ${repeated} once.`);
  const service = query.get('service') ?? '';
  if (service === '')
    throw refuse(
      'invalid_request',
      'service parameter must be provided',
      'Set auth.token.service of the registry to the clientId that stands for it.',
    );
  const client = realm.clients.get(service);
  if (client === undefined)
    throw refuse(
      'invalid_client',
      "Client specified by 'service' parameter does not exist",
      `Add a client "${service}" of protocol ${REGISTRY_PROTOCOL} to realm ${realm.name}, or correct auth.token.service of the registry.`,
    );
  if (!client.enabled)
    throw refuse(
      'invalid_client',
      "Client specified by 'service' is disabled",
      fixable({ kind: 'enable-client', client: service }),
    );
  if (client.protocol === REGISTRY_PROTOCOL) return client;
  throw refuse(
    'invalid_client',
    "Client specified by 'service' is not a registry",
    `Set protocol of client ${service} to ${REGISTRY_PROTOCOL}; it is ${client.protocol}.`,
  );
}

function refuse(code: 'invalid_request' | 'invalid_client', description: string, remedy: Remedy): OAuthError {
  return new OAuthError(code, { status: 400, description, remedy, section: SECTION });
}

/** Compat: no refresh token is ever issued; clients keep using their password. */
function noteOfflineToken({ query, activity }: RealmExchange): void {
  if (query.get('offline_token') !== 'true') return;
  activity.recordNote(
    'read-scope',
    'offline_token=true is passed over: no refresh token is issued.',
    SECTION,
  );
}

/** The minimum lifetime that clients assume (distribution token specification, Token response fields). */
const SHORTEST_LIFE_SECONDS = 60;

/** Compat: the realm's lifetime is used however short; clients then use the token after it expires. */
function noteShortLife({ realm, activity }: RealmExchange): void {
  const { accessToken } = realm.lifespans;
  if (accessToken >= SHORTEST_LIFE_SECONDS) return;
  const detail = `The token lives ${accessToken} s, and registry clients go on using any token for ${SHORTEST_LIFE_SECONDS} s: accessTokenLifespan of realm ${realm.name}.`;
  activity.recordNote('grant-access', detail, SECTION);
}
