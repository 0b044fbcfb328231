// Checks a provider's ID token. OIDC Core §3.1.3.7.
import type { ClientKeys, KeyOwner } from '#protocol/client-authentication/client-keys.ts';
import { nowInSeconds } from '#protocol/clock.ts';
import { type DecodedJws, decodeJws, verifyJws } from '#protocol/crypto/jws.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { AskedProvider } from '../brokering.ts';
import type { ProblemDetails } from '../provider-problem.ts';
import type { Claims } from '../providers/person.ts';

const SECTION = 'OIDC Core §3.1.3.7';

/** What is wrong with the token, or its claims. */
export type CheckedIdToken =
  | { readonly claims: Claims; readonly problem?: undefined }
  | { readonly problem: ProblemDetails };

interface Check {
  readonly exchange: RealmExchange;
  readonly clientKeys: ClientKeys;
  readonly asked: AskedProvider;
  /** The nonce that was sent; undefined: none. */
  readonly nonce: string | undefined;
}

const problem = (reason: string, remedy: string): CheckedIdToken => ({
  problem: { reason, remedy, section: SECTION },
});

export async function verifyIdToken(token: string, check: Check): Promise<CheckedIdToken> {
  const { provider } = check.asked;
  const decoded = decodeJws(token);
  if (decoded === undefined)
    return problem(
      `The id_token of identity provider ${provider.alias} is not a signed JWT.`,
      'Configure the provider to sign ID tokens and not to encrypt them.',
    );
  return (await findSignatureProblem(decoded, check)) ?? findClaimProblem(decoded.claims, check) ?? decoded;
}

/** Compat: signatures are checked only if the settings say so, since the token comes from the provider itself. */
async function findSignatureProblem(
  token: DecodedJws,
  { exchange, clientKeys, asked }: Check,
): Promise<CheckedIdToken | undefined> {
  const { provider, isStandIn } = asked;
  if (provider.config['validateSignature'] !== 'true' && !isStandIn) return undefined;
  const { alg = 'none', kid } = token.header;
  const owner = keyOwnerOf(asked);
  try {
    // With HMAC, a public key would serve as the secret.
    const found = alg.startsWith('HS') ? [] : await clientKeys.find(owner, kid, alg, exchange.clock.now());
    if (found.some((key) => verifyJws(token, key))) {
      exchange.activity.recordPass(
        'verify-id-token',
        `The signature is one of ${provider.alias} (${alg}).`,
        SECTION,
      );
      return undefined;
    }
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
  }
  return problem(
    `No key of identity provider ${provider.alias} has signed the id_token (alg ${alg}, kid ${kid ?? 'none'}).`,
    `Set config.jwksUrl and config.useJwksUrl, or config.publicKeySignatureVerifier, of identity provider ${provider.alias} to the provider's keys.`,
  );
}

/** The settings of the provider's keys, as attributes of a client. A stand-in has keys of its own. */
function keyOwnerOf({ provider, endpoints, isStandIn }: AskedProvider): KeyOwner {
  const { alias, config } = provider;
  const usesUrl = isStandIn || config['useJwksUrl'] !== 'false';
  const url = usesUrl ? endpoints.jwks : undefined;
  const key = isStandIn ? undefined : config['publicKeySignatureVerifier'];
  return {
    clientId: `identity provider ${alias}`,
    attributes: {
      ...(url === undefined ? {} : { 'use.jwks.url': 'true', 'jwks.url': url }),
      ...(key === undefined ? {} : { 'jwt.credential.public.key': key }),
    },
  };
}

function findClaimProblem(claims: Claims, check: Check): CheckedIdToken | undefined {
  const { provider, endpoints } = check.asked;
  const { alias, config } = provider;
  const { iss, aud, azp, nonce } = claims;
  const { issuers } = endpoints;
  if (issuers.length > 0 && !issuers.some((issuer) => issuer === iss))
    return problem(
      `The id_token has the issuer ${String(iss)}, and identity provider ${alias} has ${issuers.join(', ')}.`,
      `Set config.issuer of identity provider ${alias} to the iss of its tokens.`,
    );
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
  return findTimeProblem(claims, check);
}

function findTimeProblem({ exp, nbf }: Claims, { exchange, asked }: Check): CheckedIdToken | undefined {
  const skew = Number(asked.provider.config['allowedClockSkew'] ?? '0') || 0;
  const now = nowInSeconds(exchange.clock);
  const isOver = typeof exp !== 'number' || exp <= now - skew;
  const isEarly = typeof nbf === 'number' && nbf > now + skew;
  if (!isOver && !isEarly) return undefined;
  return problem(
    isOver
      ? `The id_token has expired at ${String(exp)}, and it is ${now} in realm ${exchange.realm.name}.`
      : `The id_token is not valid before ${String(nbf)}, and it is ${now} in realm ${exchange.realm.name}.`,
    `Set both clocks right, or config.allowedClockSkew of identity provider ${asked.provider.alias} in seconds.`,
  );
}
