// Checks what a provider has signed: ID tokens (OIDC Core §3.1.3.7), access tokens and profiles.
import type { ClientKeys, KeyOwner } from '#protocol/client-authentication/client-keys.ts';
import { nowInSeconds } from '#protocol/clock.ts';
import { type DecodedJws, decodeJws, verifyJws } from '#protocol/crypto/jws.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { AskedProvider } from '../brokering.ts';
import type { ProblemDetails } from '../provider-problem.ts';
import type { Claims } from '../providers/person.ts';

const SECTION = 'OIDC Core §3.1.3.7';

/** What is wrong with a token, or its claims. */
export type CheckedToken =
  | { readonly claims: Claims; readonly problem?: undefined }
  | { readonly problem: ProblemDetails };

/** Whose token it is. */
export interface TokenSource {
  readonly exchange: RealmExchange;
  readonly clientKeys: ClientKeys;
  readonly asked: AskedProvider;
}

interface Check extends TokenSource {
  /** The nonce that was sent; undefined: none. */
  readonly nonce: string | undefined;
  /** The oldest accepted authentication, in seconds; undefined: any. */
  readonly maxAgeSeconds?: number | undefined;
}

/** What Activity calls the token. */
type TokenName = 'id_token' | 'access_token' | 'profile';

const problem = (reason: string, remedy: string): CheckedToken => ({
  problem: { reason, remedy, section: SECTION },
});

export async function verifyIdToken(token: string, check: Check): Promise<CheckedToken> {
  const { provider } = check.asked;
  const decoded = decodeJws(token);
  if (decoded === undefined)
    return problem(
      `The id_token of identity provider ${provider.alias} is not a signed JWT.`,
      'Configure the provider to sign ID tokens and not to encrypt them.',
    );
  return (
    (await findSignatureProblem('id_token', decoded, check)) ??
    findClaimProblem(decoded.claims, check) ??
    decoded
  );
}

/** Compat: the audience of an access token is not checked, since that of the ID token is. */
export async function verifyAccessToken(token: string, source: TokenSource): Promise<CheckedToken> {
  const { provider } = source.asked;
  const decoded = decodeJws(token);
  if (decoded === undefined)
    return problem(
      `The access_token of identity provider ${provider.alias} is not a signed JWT.`,
      `Configure the provider to issue JWTs as access tokens, or set config.isAccessTokenJWT of identity provider ${provider.alias} to false (type oidc).`,
    );
  return (
    (await findSignatureProblem('access_token', decoded, source)) ??
    findIssuerProblem('access_token', decoded.claims, source) ??
    findTimeProblem('access_token', decoded.claims, source) ??
    decoded
  );
}

/** Checks a signed profile. OIDC Core §5.3.2. Undefined: the text is not a JWS. */
export async function verifyProfile(token: string, source: TokenSource): Promise<CheckedToken | undefined> {
  const decoded = decodeJws(token.trim());
  if (decoded === undefined) return undefined;
  return (await findSignatureProblem('profile', decoded, source)) ?? decoded;
}

/** Compat: signatures are checked only if the settings say so, since the token comes from the provider itself. */
async function findSignatureProblem(
  name: TokenName,
  token: DecodedJws,
  { exchange, clientKeys, asked }: TokenSource,
): Promise<CheckedToken | undefined> {
  const { provider, isStandIn } = asked;
  if (provider.config['validateSignature'] !== 'true' && !isStandIn) return undefined;
  const { alg = 'none', kid } = token.header;
  const owner = keyOwnerOf(asked, kid);
  try {
    // With HMAC, a public key would serve as the secret.
    const found = alg.startsWith('HS') ? [] : await clientKeys.find(owner, kid, alg, exchange.clock.now());
    if (found.some((key) => verifyJws(token, key))) {
      exchange.activity.recordPass(
        'verify-id-token',
        name === 'id_token'
          ? `The signature is one of ${provider.alias} (${alg}).`
          : `The signature of the ${name} is one of ${provider.alias} (${alg}).`,
        SECTION,
      );
      return undefined;
    }
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
  }
  return problem(
    `No key of identity provider ${provider.alias} has signed the ${name} (alg ${alg}, kid ${kid ?? 'none'}).`,
    `Set config.jwksUrl and config.useJwksUrl, or config.publicKeySignatureVerifier, of identity provider ${provider.alias} to the provider's keys.`,
  );
}

/**
 * The settings of the provider's keys, as attributes of a client. A stand-in has keys of its own. Compat: a pasted key with
 * an ID is only for tokens that name it.
 */
function keyOwnerOf({ provider, endpoints, isStandIn }: AskedProvider, kid: string | undefined): KeyOwner {
  const { alias, config } = provider;
  const usesUrl = isStandIn || config['useJwksUrl'] !== 'false';
  const url = usesUrl ? endpoints.jwks : undefined;
  const { publicKeySignatureVerifier: pasted, publicKeySignatureVerifierKeyId: keyId = kid } = config;
  const key = isStandIn || keyId !== kid ? undefined : pasted;
  return {
    clientId: `identity provider ${alias}`,
    attributes: {
      ...(url === undefined ? {} : { 'use.jwks.url': 'true', 'jwks.url': url }),
      ...(key === undefined ? {} : { 'jwt.credential.public.key': key }),
    },
  };
}

function findIssuerProblem(
  name: TokenName,
  { iss }: Claims,
  { asked }: TokenSource,
): CheckedToken | undefined {
  const { alias } = asked.provider;
  const { issuers } = asked.endpoints;
  if (issuers.length === 0 || issuers.some((issuer) => issuer === iss)) return undefined;
  return problem(
    `The ${name} has the issuer ${String(iss)}, and identity provider ${alias} has ${issuers.join(', ')}.`,
    `Set config.issuer of identity provider ${alias} to the iss of its tokens.`,
  );
}

function findClaimProblem(claims: Claims, check: Check): CheckedToken | undefined {
  const { provider } = check.asked;
  const { alias, config } = provider;
  const { aud, azp, nonce } = claims;
  const issuer = findIssuerProblem('id_token', claims, check);
  if (issuer !== undefined) return issuer;
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (!audiences.includes(config['clientId']))
    return problem(
      `The id_token is for ${audiences.map(String).join(', ')}, not for client ${config['clientId'] ?? ''}.`,
      `Set config.clientId of identity provider ${alias} to the client that the provider knows.`,
    );
  if (azp !== undefined && azp !== config['clientId'])
    return problem(
      `The id_token was issued to ${String(azp)}, not to client ${config['clientId'] ?? ''}.`,
      `Set config.clientId of identity provider ${alias} to the client that the provider knows.`,
    );
  if (check.nonce !== undefined && nonce !== check.nonce)
    return problem(
      'The id_token does not have the nonce of the request.',
      `Return the nonce in the ID token, or set config.disableNonce of identity provider ${alias} to true.`,
    );
  return findTimeProblem('id_token', claims, check) ?? findAgeProblem(claims, check);
}

function findTimeProblem(
  name: TokenName,
  { exp, nbf }: Claims,
  { exchange, asked }: TokenSource,
): CheckedToken | undefined {
  const skew = Number(asked.provider.config['allowedClockSkew'] ?? '0') || 0;
  const now = nowInSeconds(exchange.clock);
  const isOver = typeof exp !== 'number' || exp <= now - skew;
  const isEarly = typeof nbf === 'number' && nbf > now + skew;
  if (!isOver && !isEarly) return undefined;
  return problem(
    isOver
      ? `The ${name} has expired at ${String(exp)}, and it is ${now} in realm ${exchange.realm.name}.`
      : `The ${name} is not valid before ${String(nbf)}, and it is ${now} in realm ${exchange.realm.name}.`,
    `Set both clocks right, or config.allowedClockSkew of identity provider ${asked.provider.alias} in seconds.`,
  );
}

/** OIDC Core §3.1.2.1: `max_age` was passed on, and the provider has not authenticated the person again. */
function findAgeProblem({ auth_time: at }: Claims, { exchange, asked, maxAgeSeconds }: Check) {
  if (maxAgeSeconds === undefined) return undefined;
  const { alias, config } = asked.provider;
  const now = nowInSeconds(exchange.clock);
  const skew = Number(config['allowedClockSkew'] ?? '0') || 0;
  if (typeof at === 'number' && at + maxAgeSeconds + skew >= now) return undefined;
  return problem(
    `The application has requested max_age ${maxAgeSeconds}, and the id_token of identity provider ${alias} has the auth_time ${String(at)}; it is ${now} in realm ${exchange.realm.name}.`,
    `Configure the provider to heed max_age, or set config.passMaxAge of identity provider ${alias} to false.`,
  );
}
