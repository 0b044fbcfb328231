// Request objects: decrypted, verified with the client's keys and converted to parameters.

import { createSecretKey } from 'node:crypto';
import type { ClientKeys } from '#protocol/client-authentication/client-keys.ts';
import { decryptJwe } from '#protocol/crypto/jwe.ts';
import { type DecodedJws, decodeJws, verifyJws } from '#protocol/crypto/jws.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { DocumentFetcher } from '#protocol/http/document-fetcher.ts';
import type { Parameters, RealmExchange } from '#protocol/http/exchange.ts';
import { mdcOfCall } from '#protocol/http/exchange-mdc.ts';
import { issuerOf } from '#protocol/http/issuer.ts';
import { listParameters } from '#protocol/http/parameters.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { refuseRequest } from './request-refusal.ts';

export interface RequestObjectDeps {
  readonly keys: RealmKeys;
  readonly clientKeys: ClientKeys;
  readonly fetchDocument: DocumentFetcher;
}

/** How request objects must be signed at an endpoint. */
export interface SignatureRule {
  /** The client attribute with the algorithm; if unset, empty or `any`, any that the rule allows. */
  readonly attribute: string;
  /** Requires a key pair: neither `none` nor the client secret. */
  readonly asymmetric: boolean;
  /** Requires `aud` (this server), `iss`, `exp`, `iat`, `nbf` and `jti`. */
  readonly complete: boolean;
}

/** OIDC Core §6.1. */
const AUTHORIZATION_RULE: SignatureRule = {
  attribute: 'request.object.signature.alg',
  asymmetric: false,
  complete: false,
};

/** Members that CIBA §7.1.1 requires. */
const REQUIRED_CLAIMS = ['aud', 'iss', 'exp', 'iat', 'nbf', 'jti'] as const;

/** Members that describe the object and not the request (RFC 9101 §4). */
const NOT_PARAMETERS: ReadonlySet<string> = new Set(['iss', 'aud', 'exp', 'nbf', 'iat', 'jti', 'sub']);

/** Tolerated difference between the clocks, in seconds. */
const CLOCK_SKEW_SECONDS = 15;

/**
 * Merges the object into the parameters; its members override parameters of the same name (OIDC Core §6.1).
 * @throws {OAuthError} `invalid_request_object` if it is malformed, not the client's, or contradicts the
 * request.
 */
export async function readRequestObject(
  exchange: RealmExchange,
  client: Client,
  parameters: Parameters,
  text: string,
  deps: RequestObjectDeps,
  rule: SignatureRule = AUTHORIZATION_RULE,
): Promise<Parameters> {
  const jws = await openRequestObject(exchange, client, text, deps.keys);
  const decoded = decodeJws(jws);
  if (decoded === undefined) {
    throw refuseRequest(
      'The request object is not a JWT: three base64url parts, the second a JSON object.',
      'Send a signed JWT, or an unsigned one with "alg":"none" and an empty third part.',
    );
  }
  await checkSignature(exchange, client, decoded, deps.clientKeys, rule);
  if (rule.complete) checkComplete(exchange, decoded.claims);
  checkTimes(exchange, decoded.claims);
  checkParties(exchange, client, decoded.claims, parameters);
  return mergeParameters(parameters, decoded.claims);
}

/** Decrypts an encrypted object (OIDC Core §6.1). */
async function openRequestObject(
  { realm }: RealmExchange,
  client: Client,
  text: string,
  keys: RealmKeys,
): Promise<string> {
  const wanted = client.attributes['request.object.encryption.alg'] || 'any';
  if (text.split('.').length !== 5) {
    if (wanted === 'any') return text;
    throw refuseRequest(
      `Client ${client.clientId} encrypts its request objects (${wanted}), and this one is not encrypted.`,
      `Encrypt it, or set attribute request.object.encryption.alg of client ${client.clientId} to any.`,
    );
  }
  const content = client.attributes['request.object.encryption.enc'] || 'any';
  const candidates = (await keys.list(realm.name)).filter(
    ({ use, status }) => use === 'ENC' && status !== 'DISABLED',
  );
  const opened = await decryptJwe(text, candidates, { algorithm: wanted, encryption: content });
  if (opened.text !== undefined) return opened.text;
  throw refuseRequest(
    `The request object cannot be decrypted: ${opened.reason}.`,
    `Encrypt it with a key of use "enc" from the realm's keys (certs)${wanted === 'any' ? '' : `, alg ${wanted}`}${content === 'any' ? '' : `, enc ${content}`}.`,
  );
}

async function checkSignature(
  exchange: RealmExchange,
  client: Client,
  decoded: DecodedJws,
  clientKeys: ClientKeys,
  { attribute, asymmetric }: SignatureRule,
): Promise<void> {
  const wanted = client.attributes[attribute] || 'any';
  const { alg = '', kid } = decoded.header;
  if (wanted !== 'any' && wanted !== alg) {
    throw refuseRequest(
      `The request object has alg "${alg}"; request objects of client ${client.clientId} are signed with ${wanted}.`,
      `Sign it with ${wanted}, or set attribute ${attribute} of client ${client.clientId} to ${alg === '' ? 'any' : `${alg} or any`}.`,
    );
  }
  if (asymmetric) checkKeyPair(alg);
  if (alg === 'none') {
    if (decoded.signature.length === 0) return;
    throw refuseRequest('The request object has alg none and a signature.', 'Leave its third part empty.');
  }
  const keys = await findKeys(exchange, client, kid, alg, clientKeys);
  if (keys.some((key) => verifyJws(decoded, key))) return;
  throw refuseRequest(
    `The request object is not signed with a key of client ${client.clientId} (alg ${alg}${kid === undefined ? '' : `, kid ${kid}`}).`,
    `Publish the key in jwks.url or jwks.string of client ${client.clientId}, or sign with a published key.`,
  );
}

function checkKeyPair(alg: string): void {
  if (alg !== 'none' && !alg.startsWith('HS')) return;
  throw refuseRequest(
    `The request object has alg "${alg}"; it must be signed with a key pair of the client.`,
    'Sign it with RS256, PS256, ES256 or another algorithm with a private key, and publish the public key in jwks.url or jwks.string of the client.',
  );
}

async function findKeys(
  exchange: RealmExchange,
  client: Client,
  kid: string | undefined,
  algorithm: string,
  clientKeys: ClientKeys,
): ReturnType<ClientKeys['find']> {
  if (algorithm.startsWith('HS')) {
    // Everyone knows an empty secret.
    if (client.secret === undefined || client.secret === '') return [];
    return [{ kid: '', algorithm, key: createSecretKey(Buffer.from(client.secret)) }];
  }
  try {
    const now = exchange.clock.now();
    return await clientKeys.find(client, kid, algorithm, now, () => mdcOfCall(exchange, client.clientId));
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    throw refuseRequest(error.reason, error.remedy ?? '');
  }
}

/** Follows the specification; Keycloak accepts objects without these members. */
function checkComplete(exchange: RealmExchange, claims: DecodedJws['claims']): void {
  const missing = REQUIRED_CLAIMS.find((name) => claims[name] === undefined);
  if (missing !== undefined)
    throw refuseRequest(
      `The request object has no ${missing}.`,
      `Put ${REQUIRED_CLAIMS.join(', ')} into each request object.`,
    );
  const issuer = issuerOf(exchange);
  if (![claims['aud']].flat().includes(issuer))
    throw refuseRequest(
      `aud of the request object is ${JSON.stringify(claims['aud']).slice(0, 200)}, not ${issuer}.`,
      `Set aud to ${issuer}.`,
    );
}

function checkTimes({ clock }: RealmExchange, { exp, nbf }: DecodedJws['claims']): void {
  const now = Math.floor(clock.now() / 1000);
  for (const [name, value] of Object.entries({ exp, nbf })) {
    if (value !== undefined && typeof value !== 'number')
      throw refuseRequest(
        `${name} of the request object is not a number.`,
        `Send ${name} as seconds since 1970.`,
      );
  }
  if (typeof exp === 'number' && exp + CLOCK_SKEW_SECONDS <= now)
    throw refuseRequest(
      `The request object expired ${now - exp} seconds ago (exp).`,
      'Create a new one for each request.',
    );
  if (typeof nbf === 'number' && nbf - CLOCK_SKEW_SECONDS > now)
    throw refuseRequest(
      `The request object is not valid for another ${nbf - now} seconds (nbf).`,
      'Check the clock of the client.',
    );
}

/** Compat: a foreign audience is only noted, because Keycloak accepts it. */
function checkParties(
  exchange: RealmExchange,
  client: Client,
  claims: DecodedJws['claims'],
  parameters: Parameters,
): void {
  const { activity } = exchange;
  for (const name of ['request', 'request_uri']) {
    if (claims[name] !== undefined)
      throw refuseRequest(`The request object has a member ${name}.`, `Leave ${name} out of the object.`);
  }
  for (const [name, expected] of [
    ['client_id', client.clientId],
    ['response_type', parameters.get('response_type')],
  ] as const) {
    const inside = claims[name];
    if (inside !== undefined && expected !== undefined && inside !== expected) {
      throw refuseRequest(
        `${name} is "${expected}" in the request and ${JSON.stringify(inside)} in its object.`,
        `Send the same ${name} in both, or only in the object.`,
      );
    }
  }
  const { iss, aud } = claims;
  if (iss !== undefined && iss !== client.clientId)
    throw refuseRequest(
      `iss of the request object is ${JSON.stringify(iss)}.`,
      `Set iss to ${client.clientId}.`,
    );
  const issuer = issuerOf(exchange);
  if (aud !== undefined && ![aud].flat().includes(issuer))
    activity.recordNote(
      'resolve-request',
      `aud of the request object is ${JSON.stringify(aud)}, not ${issuer}.`,
      'RFC 9101 §4',
    );
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : undefined;
}

function mergeParameters(outside: Parameters, claims: DecodedJws['claims']): Parameters {
  const inside = Object.entries(claims).flatMap(([name, value]): [string, string][] => {
    const text = NOT_PARAMETERS.has(name) ? undefined : toText(value);
    return text === undefined ? [] : [[name, text]];
  });
  const names = new Set(['request', 'request_uri', ...inside.map(([name]) => name)]);
  const rest = outside.entries.filter(([name]) => !names.has(name));
  return listParameters([...rest, ...inside]);
}
