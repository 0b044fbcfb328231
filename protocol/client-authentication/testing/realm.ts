// A realm with clients of every kind and an endpoint that only authenticates them, for tests.
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { signJws } from '#protocol/crypto/jws.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { oauthErrorReply } from '#protocol/http/errors.ts';
import type { RealmExchange, Reply, Route } from '#protocol/http/exchange.ts';
import { jsonReply } from '#protocol/http/replies.ts';
import { startTestHttpServer, type TestHttpServer } from '#protocol/http/testing/server.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { type ClientAuthentication, createClientAuthentication } from '../client-authentication.ts';
import { createClientKeys } from '../client-keys.ts';
import { ASSERTION_TYPE } from '../presented-credentials.ts';
import { createRemoteJwks } from '../remote-jwks.ts';

export const ENDPOINT = '/realms/demo/protocol/openid-connect/token';

/** Shared client secret, long enough for HS512. */
export const SECRET: string = 'a+secret%of:64 characters, long enough for every HMAC there is…!'.padEnd(
  64,
  'x',
);

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const signerKey: KeyObject = pair.privateKey;

/** Public key of the client `signer`, as JWKS text. */
export const signerJwks: string = JSON.stringify({
  keys: [{ ...pair.publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'ES256' }],
});

const CLIENTS: readonly ClientRepresentation[] = [
  { id: 'u-web', clientId: 'web', secret: SECRET },
  { id: 'u-odd', clientId: 'odd:id', secret: 'plain' },
  { id: 'u-plus', clientId: 'plus', secret: 'one+two' },
  { id: 'u-spa', clientId: 'spa', publicClient: true },
  { id: 'u-off', clientId: 'off', secret: SECRET, enabled: false },
  { id: 'u-saml', clientId: 'saml', protocol: 'saml' },
  { id: 'u-bare', clientId: 'bare' },
  { id: 'u-tls', clientId: 'tls', clientAuthenticatorType: 'client-x509' },
  { id: 'u-strange', clientId: 'strange', clientAuthenticatorType: 'client-kerberos' },
  { id: 'u-hmac', clientId: 'hmac', clientAuthenticatorType: 'client-secret-jwt', secret: SECRET },
  {
    id: 'u-signer',
    clientId: 'signer',
    clientAuthenticatorType: 'client-jwt',
    attributes: { 'use.jwks.string': 'true', 'jwks.string': signerJwks },
  },
  { id: 'u-keyless', clientId: 'keyless', clientAuthenticatorType: 'client-jwt' },
];

/** The endpoint's response, with the refusal recorded in Activity. */
export interface Outcome {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
  readonly reason: string | undefined;
  readonly remedy: string | undefined;
}

export interface ClientAuthenticationServer {
  readonly server: TestHttpServer;
  post(form: Readonly<Record<string, string>>, headers?: Readonly<Record<string, string>>): Promise<Outcome>;
  /** Posts a client assertion. */
  postAssertion(assertion: string, form?: Readonly<Record<string, string>>): Promise<Outcome>;
  /** Valid claims; `changes` replaces some, undefined omits them. */
  claims(clientId: string, changes?: Readonly<Record<string, unknown>>): object;
}

/** An `Authorization: Basic` header of both parts, unencoded. */
export function basic(id: string, secret: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
}

/** Signs with the key of client `signer`. */
export function signAssertion(claims: object, headers?: Readonly<Record<string, unknown>>): Promise<string> {
  return signJws({ kid: 'k1', algorithm: 'ES256', key: signerKey }, claims, headers);
}

async function authenticated(authentication: ClientAuthentication, exchange: RealmExchange): Promise<Reply> {
  try {
    const { client, method } = await authentication.authenticateClient(exchange);
    return jsonReply(200, { client: client.clientId, method });
  } catch (error) {
    if (error instanceof OAuthError) return oauthErrorReply(exchange, error);
    throw error;
  }
}

let count = 0;

/** Runs `use` with the endpoint. */
export async function withClientAuthentication(
  use: (server: ClientAuthenticationServer) => Promise<void>,
): Promise<void> {
  let authentication: ClientAuthentication | undefined;
  const route: Route = {
    method: 'POST',
    path: ENDPOINT.replace('demo', ':realm'),
    title: 'Token request',
    realm: true,
    body: 'form',
    handle: (exchange) =>
      authentication === undefined ? { status: 503 } : authenticated(authentication, exchange),
  };
  const server = await startTestHttpServer([route], {
    realms: [
      { id: 'r1', realm: 'demo', clients: CLIENTS.map((client) => ({ publicClient: false, ...client })) },
    ],
  });
  const log = createCollectingLogger();
  authentication = createClientAuthentication({
    usedAssertions: server.store.createExpiringStore('client-assertion'),
    keys: createClientKeys(createRemoteJwks({ log }), log),
  });
  const post: ClientAuthenticationServer['post'] = async (form, headers = {}) => {
    const response = await server.send(ENDPOINT, {
      method: 'POST',
      headers,
      body: new URLSearchParams(form),
    });
    const text = await response.text();
    const refusal = server.activity.list().records[0]?.refusal;
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    return {
      status: response.status,
      body,
      headers: response.headers,
      reason: refusal?.reason,
      remedy: refusal?.remedy,
    };
  };
  try {
    await use({
      server,
      post,
      postAssertion: (assertion, form = {}) =>
        post({ client_assertion_type: ASSERTION_TYPE, client_assertion: assertion, ...form }),
      claims: (clientId, changes) => {
        const now = Math.floor(server.clock.now() / 1000);
        count += 1;
        const audience = `${server.baseUrl}/realms/demo`;
        return {
          iss: clientId,
          sub: clientId,
          aud: audience,
          iat: now,
          exp: now + 60,
          jti: `j${count}`,
          ...changes,
        };
      },
    });
  } finally {
    await server.stop();
  }
}
