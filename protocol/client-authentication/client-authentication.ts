// Authenticates clients: selects the method that a request uses and checks the credentials with it.

import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { fixable, type Remedy } from '#protocol/errors/remedy.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { CERTIFICATE_AUTHENTICATOR, certificateMethodOf } from './client-certificate.ts';
import type {
  ClientAuthenticationMethod,
  ClientAuthenticationTools,
  PresentedCredentials,
} from './method.ts';
import { readCredentials } from './presented-credentials.ts';
import { invalidClient, wrongSecret } from './refusals.ts';
import { CLIENT_AUTHENTICATION_METHODS, findMethod } from './table.ts';

/** A client that is authenticated, or that is public. */
interface AuthenticatedClient {
  readonly client: Client;
  /** `none` for a public client, otherwise a name in the method table. */
  readonly method: string;
}

export interface ClientAuthentication {
  /** @throws {OAuthError} 401 or 400 `invalid_client`, `unauthorized_client`. RFC 6749 §2.3, OIDC Core §9. */
  authenticateClient(exchange: RealmExchange): Promise<AuthenticatedClient>;
}

const RULE = 'authenticate-client';

/** Names of the supported methods, for discovery; certificate methods only if `overTls`. RFC 8414 §2. */
export function clientAuthenticationMethodNames(overTls: boolean): readonly string[] {
  return Object.entries(CLIENT_AUTHENTICATION_METHODS)
    .filter(([, { authenticator }]) => overTls || authenticator !== CERTIFICATE_AUTHENTICATOR)
    .map(([name]) => name);
}

/** A new client is confidential if the request has a secret; Understudy cannot know the keys of others. */
function explainMissing(
  { form, realm }: RealmExchange,
  { clientId, secrets, method }: PresentedCredentials,
): Remedy {
  const sentence = `Create the client in realm ${realm.name}, or check client_id and realm.`;
  if (secrets.length === 0 && method !== 'none') return sentence;
  const kind = secrets.length > 0 ? 'create-confidential-client' : 'create-public-client';
  return fixable({ kind, client: clientId, grant: form.get('grant_type') }, sentence);
}

function findClient(exchange: RealmExchange, presented: PresentedCredentials): Client {
  const { realm } = exchange;
  const { clientId } = presented;
  const client = realm.clients.get(clientId);
  if (client === undefined) {
    throw invalidClient(
      `There is no client "${clientId}" in realm ${realm.name}.`,
      explainMissing(exchange, presented),
    );
  }
  if (!client.enabled)
    throw invalidClient(
      `Client ${clientId} is disabled.`,
      fixable({ kind: 'enable-client', client: clientId }),
    );
  if (client.protocol !== 'openid-connect') {
    throw new OAuthError('invalid_client', {
      status: 400,
      description: 'Wrong client protocol.',
      reason: `Client ${clientId} is a client of ${client.protocol}.`,
      remedy: `Set protocol of client ${clientId} to openid-connect, or use another client.`,
    });
  }
  return client;
}

function acceptedMethods(client: Client): string {
  return Object.entries(CLIENT_AUTHENTICATION_METHODS)
    .filter(([, method]) => method.authenticator === client.authenticator)
    .map(([name]) => name)
    .join(' or ');
}

/** The method that both the request and the client's `clientAuthenticatorType` name. */
function selectMethod(client: Client, name: string): ClientAuthenticationMethod {
  const accepted = acceptedMethods(client);
  if (accepted === '') {
    throw invalidClient(
      `clientAuthenticatorType of client ${client.clientId} is ${client.authenticator}, which this server does not offer.`,
      `Set it to client-secret, client-secret-jwt, client-jwt or client-x509.`,
    );
  }
  if (name === 'none') {
    throw wrongSecret(
      `Client ${client.clientId} is confidential, but the request has no credentials.`,
      `Authenticate with ${accepted}, or set publicClient of client ${client.clientId} to true.`,
    );
  }
  const method = findMethod(name);
  if (method !== undefined && method.authenticator === client.authenticator) return method;
  throw invalidClient(
    `The request uses ${name}, but clientAuthenticatorType of client ${client.clientId} is ${client.authenticator}.`,
    `Authenticate with ${accepted}, or set clientAuthenticatorType of client ${client.clientId} to ${method?.authenticator ?? 'client-secret'}.`,
  );
}

async function authenticate(
  exchange: RealmExchange,
  tools: ClientAuthenticationTools,
): Promise<AuthenticatedClient> {
  const presented = readCredentials(exchange);
  exchange.activity.client(presented.clientId);
  const client = findClient(exchange, presented);
  if (client.kind === 'public') {
    exchange.activity.recordPass(RULE, 'A public client: its client_id is enough.', 'RFC 6749 §2.1');
    return { client, method: 'none' };
  }
  const byCertificate = presented.method === 'none' && client.authenticator === CERTIFICATE_AUTHENTICATOR;
  const name = byCertificate ? certificateMethodOf(client) : presented.method;
  const method = selectMethod(client, name);
  await method.check(exchange, client, presented, tools);
  exchange.activity.recordPass(RULE, name, method.section);
  return { client, method: name };
}

export function createClientAuthentication(tools: ClientAuthenticationTools): ClientAuthentication {
  return {
    async authenticateClient(exchange) {
      try {
        return await authenticate(exchange, tools);
      } catch (error) {
        if (error instanceof OAuthError) exchange.activity.refused(error, RULE);
        throw error;
      }
    },
  };
}
