// Checks the claims of a client assertion: audience, lifetime and single use.
import { nowInSeconds } from '#protocol/clock.ts';
import { sha256Base64Url } from '#protocol/crypto/identifiers.ts';
import type { DecodedJws } from '#protocol/crypto/jws.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { ExpiringStore, RealmValue } from '#protocol/store/store.ts';
import { invalidAssertion } from './refusals.ts';

/** Tolerated clock skew of the client. */
const CLOCK_SKEW_SECONDS = 15;
/** Maximum age of an assertion; a client's `token.endpoint.auth.signing.max.exp` overrides it. */
const DEFAULT_MAX_AGE_SECONDS = 60;
const MAX_AGE_ATTRIBUTE = 'token.endpoint.auth.signing.max.exp';

/** Endpoints accepted as audience besides the issuer. Compat: clients older than RFC 7523bis send them. */
const AUDIENCE_ENDPOINTS = [
  'token',
  'token/introspect',
  'revoke',
  'ext/par/request',
  'ext/ciba/auth',
] as const;

function acceptedAudiences(exchange: RealmExchange): Set<string> {
  const bases = [exchange.baseUrl, exchange.backchannelBaseUrl];
  const issuers = bases.map((base) => `${base}/realms/${encodeURIComponent(exchange.realm.name)}`);
  const endpoints = issuers.flatMap((issuer) =>
    AUDIENCE_ENDPOINTS.map((path) => `${issuer}/protocol/openid-connect/${path}`),
  );
  return new Set([...issuers, ...endpoints]);
}

function checkAudience(exchange: RealmExchange, audience: unknown): void {
  const accepted = acceptedAudiences(exchange);
  const [issuer = ''] = accepted;
  const values: readonly unknown[] = Array.isArray(audience) ? audience : [audience];
  const remedy = `Set aud to "${issuer}" only.`;
  if (values.length > 1) throw invalidAssertion('Multiple audiences not allowed', { remedy });
  const [value] = values;
  if (typeof value !== 'string' || !accepted.has(value))
    throw invalidAssertion('Invalid token audience', { remedy });
}

function maxAgeSeconds(client: Client): number {
  const configured = Number(client.attributes[MAX_AGE_ATTRIBUTE]);
  return Number.isFinite(configured) && configured > 0 ? configured : DEFAULT_MAX_AGE_SECONDS;
}

function readSeconds(claims: DecodedJws['claims'], name: 'exp' | 'nbf' | 'iat'): number | undefined {
  const value = claims[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Returns when the assertion can no longer be used, in seconds. RFC 7523 §3. */
function checkTime(client: Client, claims: DecodedJws['claims'], now: number): number {
  const expiresAt = readSeconds(claims, 'exp');
  if (expiresAt === undefined) throw invalidAssertion('Token exp claim is required');
  const notBefore = readSeconds(claims, 'nbf') ?? 0;
  if (expiresAt + CLOCK_SKEW_SECONDS <= now || notBefore - CLOCK_SKEW_SECONDS > now)
    throw invalidAssertion('Token is not active');
  const maxAge = maxAgeSeconds(client);
  const issuedAt = readSeconds(claims, 'iat');
  if (issuedAt === undefined) {
    if (expiresAt - CLOCK_SKEW_SECONDS > now + maxAge) {
      throw invalidAssertion('Token expiration is too far in the future and iat claim not present in token', {
        remedy: `Add iat, or set exp at most ${maxAge} seconds ahead.`,
      });
    }
    return expiresAt + CLOCK_SKEW_SECONDS;
  }
  if (issuedAt - CLOCK_SKEW_SECONDS > now) throw invalidAssertion('Token was issued in the future');
  if (issuedAt + maxAge + CLOCK_SKEW_SECONDS < now) {
    throw invalidAssertion('Token was issued too far in the past to be used now', {
      remedy: `Sign a new assertion for each request, or set attribute ${MAX_AGE_ATTRIBUTE} of client ${client.clientId}.`,
    });
  }
  return Math.min(expiresAt, issuedAt + maxAge) + CLOCK_SKEW_SECONDS;
}

/**
 * Checks the claims of an assertion with a valid signature and marks it as used.
 * @throws {OAuthError} 400 `invalid_client` naming the claim. RFC 7523 §3.
 */
export async function consumeAssertion(
  exchange: RealmExchange,
  client: Client,
  claims: DecodedJws['claims'],
  used: ExpiringStore<RealmValue>,
): Promise<void> {
  if (claims['iss'] !== client.clientId)
    throw invalidAssertion('Issuer mismatch. The issuer should match the subject');
  checkAudience(exchange, claims['aud']);
  const endsAt = checkTime(client, claims, nowInSeconds(exchange.clock));
  const jti = claims['jti'];
  if (typeof jti !== 'string' || jti === '') throw invalidAssertion('Token jti claim is required');
  // Hashed so that a long jti takes no more memory than a short one.
  const id = sha256Base64Url(`${client.id}\n${jti}`);
  // The client may send fractions of a second.
  const until = Math.ceil(endsAt * 1000);
  if (!(await used.add(id, { realmId: exchange.realm.id }, until, exchange.clock.now()))) {
    throw invalidAssertion('Token reuse detected', {
      remedy: 'Sign a new assertion with a new jti for each request.',
    });
  }
}
