// What endpoints for clients share: realm check, client authentication, origin check and error responses.

import type { ClientAuthentication } from '#protocol/client-authentication/client-authentication.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { fixable } from '#protocol/errors/remedy.ts';
import { checkRealm } from '#protocol/http/check-realm.ts';
import { checkOrigin, withCors } from '#protocol/http/cors.ts';
import { oauthErrorReply } from '#protocol/http/errors.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { allowedOrigins } from '#protocol/realm/clients/web-origins.ts';
import type { Client } from '#protocol/realm/view/realm.ts';

export interface Caller {
  /** Authenticates the client and checks its origin. @throws {OAuthError} */
  authenticate(): Promise<Client>;
}

/** Where endpoints differ. */
interface ClientEndpointRules {
  /** Replaces the error for a bearer-only client. */
  refuseBearerOnly?(client: Client): OAuthError;
  /** Changes an error that occurs before the client is authenticated. */
  relabel?(refusal: OAuthError): OAuthError;
}

/**
 * Answers a request sent by a client. Responses, including errors, are readable by the web origins of the
 * client named in the request. If no client is found, any origin may read them, as they can only be errors.
 * Compat: order of checks as in Keycloak.
 */
export async function answerClient(
  exchange: RealmExchange,
  authentication: ClientAuthentication,
  answer: (caller: Caller) => Promise<Reply>,
  rules: ClientEndpointRules = {},
): Promise<Reply> {
  exchange.activity.parties('application', 'understudy');
  let client = exchange.realm.clients.get(exchange.form.get('client_id') ?? '');
  let admitted = false;
  const caller: Caller = {
    async authenticate() {
      ({ client } = await authentication.authenticateClient(exchange));
      if (client.kind === 'bearer-only') throw (rules.refuseBearerOnly ?? refuseBearerOnly)(client);
      checkOrigin(exchange, client);
      admitted = true;
      return client;
    },
  };
  let reply: Reply;
  try {
    checkRealm(exchange);
    reply = await answer(caller);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    reply = oauthErrorReply(exchange, admitted ? error : (rules.relabel?.(error) ?? error));
  }
  const origins = client === undefined ? ['*'] : allowedOrigins(client, exchange.baseUrl);
  return withCors(reply, exchange, origins);
}

function refuseBearerOnly({ clientId }: Client): OAuthError {
  return new OAuthError('invalid_client', {
    status: 400,
    description: 'Bearer-only not allowed',
    reason: `Client ${clientId} is bearer-only (bearerOnly) and cannot obtain tokens.`,
    remedy: fixable({ kind: 'clear-bearer-only', client: clientId }),
  });
}
