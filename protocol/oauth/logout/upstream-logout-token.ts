// Validates the logout token of an upstream identity provider.

import type { ClientKeys, KeyOwner } from '#protocol/client-authentication/client-keys.ts';
import { nowInSeconds } from '#protocol/clock.ts';
import { decodeJws, verifyJws } from '#protocol/crypto/jws.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { type IdentityProvider, listIdentityProviders } from '#protocol/realm/view/identity-providers.ts';
import { endpointsOf, type ProviderEndpoints } from '#protocol/realm/view/provider-endpoints.ts';
import { LOGOUT_EVENT, REVOKE_OFFLINE_EVENT } from './logout-token.ts';

export interface UpstreamLogout {
  /** Alias of the identity provider. */
  readonly provider: string;
  readonly subject: string | undefined;
  readonly sid: string | undefined;
  /** Whether offline sessions end, too. */
  readonly revokesOffline: boolean;
}

type Claims = Readonly<Record<string, unknown>>;
type DecodedToken = NonNullable<ReturnType<typeof decodeJws>>;

const SECTION = 'OIDC Back-Channel Logout §2.6';
const TYPES: readonly string[] = ['oidc', 'keycloak-oidc'];

function refuse(description: string, remedy: string): OAuthError {
  return new OAuthError('invalid_request', { description, remedy, section: SECTION });
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The provider whose issuer the token names, and where it is. */
interface Upstream {
  readonly provider: IdentityProvider;
  readonly endpoints: ProviderEndpoints;
}

function findUpstream({ realm, baseUrl }: RealmExchange, issuer: unknown): Upstream | undefined {
  if (typeof issuer !== 'string') return undefined;
  return listIdentityProviders(realm)
    .filter(({ type, enabled }) => enabled && TYPES.includes(type))
    .map((provider) => ({ provider, endpoints: endpointsOf(provider, baseUrl) }))
    .find(({ endpoints }) => endpoints.issuers.includes(issuer));
}

/** The provider's key settings, converted to client attributes. */
function keyOwner({ provider: { alias, config }, endpoints }: Upstream): KeyOwner {
  const url = config['useJwksUrl'] === 'false' ? undefined : endpoints.jwks;
  const key = config['publicKeySignatureVerifier'];
  return {
    clientId: `identity provider ${alias}`,
    attributes: {
      ...(url === undefined ? {} : { 'use.jwks.url': 'true', 'jwks.url': url }),
      ...(key === undefined ? {} : { 'jwt.credential.public.key': key }),
    },
  };
}

async function hasGoodSignature(
  token: DecodedToken,
  upstream: Upstream,
  keys: ClientKeys,
  now: number,
): Promise<boolean> {
  const { alg, kid } = token.header;
  // With HMAC, the public key would serve as the secret.
  if (alg === undefined || alg.startsWith('HS')) return false;
  try {
    const found = await keys.find(keyOwner(upstream), kid, alg, now);
    return found.some((key) => verifyJws(token, key));
  } catch (error) {
    if (error instanceof OAuthError) return false;
    throw error;
  }
}

function isForUs({ aud, exp }: Claims, { config }: IdentityProvider, now: number): boolean {
  const audience: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  return (
    audience.includes(config['clientId']) && (exp === undefined || (typeof exp === 'number' && exp > now))
  );
}

function checkClaims(claims: Claims): void {
  const { sid, sub, events, iat, jti } = claims;
  if (textOf(sid) === undefined && textOf(sub) === undefined)
    throw refuse('Missing sid or sub claim', 'Name the session by sid, or the person by sub.');
  if (typeof events !== 'object' || events === null || !(LOGOUT_EVENT in events))
    throw refuse(
      'The LogoutToken event claim is not as expected',
      `Send the member ${LOGOUT_EVENT} in events.`,
    );
  if ('nonce' in claims)
    throw refuse(
      'The LogoutToken contains a nonce claim which is not allowed',
      'Send a logout token, not an ID token.',
    );
  if (typeof iat !== 'number') throw refuse("The LogoutToken doesn't contain an iat claim", 'Send iat.');
  if (textOf(jti) === undefined) throw refuse('The logoutToken jti is missing', 'Send jti.');
}

/**
 * Reads and validates the form field `logout_token`. OIDC Back-Channel Logout §2.6.
 * Choice: the signature is always verified, whatever `validateSignature` says
 * (docs/differences-to-keycloak.md, "Sign-out from an upstream identity provider").
 * @throws {OAuthError} `invalid_request` 400 with Keycloak's descriptions.
 */
export async function readUpstreamLogout(exchange: RealmExchange, keys: ClientKeys): Promise<UpstreamLogout> {
  const { clock, form } = exchange;
  const text = form.get('logout_token') ?? '';
  if (text === '') throw refuse('No logout token', 'Send the form field logout_token.');
  const token = decodeJws(text);
  if (token === undefined) throw refuse('The decode of the logoutToken failed', 'Send a signed JWT.');
  const { claims } = token;
  const upstream = findUpstream(exchange, claims['iss']);
  if (upstream === undefined)
    throw refuse(
      'No Identity Provider has been found',
      'Add an identity provider of type oidc to the realm whose config.issuer is the token’s iss.',
    );
  const { provider } = upstream;
  const isVerified =
    (await hasGoodSignature(token, upstream, keys, clock.now())) &&
    isForUs(claims, provider, nowInSeconds(clock));
  if (!isVerified)
    throw refuse(
      'LogoutToken verification with identity provider failed',
      `Set config.jwksUrl (or publicKeySignatureVerifier) of identity provider ${provider.alias} to its keys and config.clientId to the token’s aud; the token must not have expired.`,
    );
  checkClaims(claims);
  return {
    provider: provider.alias,
    subject: textOf(claims['sub']),
    sid: textOf(claims['sid']),
    revokesOffline: (claims['events'] as Claims)[REVOKE_OFFLINE_EVENT] === true,
  };
}
