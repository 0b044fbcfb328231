// Tokens with exactly one thing wrong, which everybody who accepts tokens must refuse.
import type { TokenFault } from '#protocol/contract/created-tokens.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { signJws } from '#protocol/crypto/jws.ts';
import type { Claims } from '#protocol/token/mappers/mapper.ts';
import type { TokenWriter, UnsignedToken } from '#protocol/token/token-issuer.ts';
import { WRONG_AUDIENCE } from '#protocol/token/token-verifier.ts';
import type { ForeignKeys } from './foreign-keys.ts';

/** More than any clock skew that verifiers tolerate, in seconds. */
const FAR_SECONDS = 3600;

type Break = (token: UnsignedToken, keys: ForeignKeys) => Promise<string>;

const signAsIs = ({ key, claims, headers }: UnsignedToken): Promise<string> => signJws(key, claims, headers);

/** Changes the claims before the realm's own key signs them. */
const withClaims =
  (change: (claims: Claims) => Claims): Break =>
  (token) =>
    signAsIs({ ...token, claims: { ...token.claims, ...change(token.claims) } });

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** The times of a token that expired an hour ago: all lie in the past, so that they agree with each other. */
export function moveBack({ iat, exp, auth_time: authTime }: Claims): Claims {
  const expired = Number(iat) - FAR_SECONDS;
  const issued = expired - (Number(exp) - Number(iat));
  return {
    iat: issued,
    exp: expired,
    ...(authTime === undefined ? {} : { auth_time: Math.min(Number(authTime), issued) }),
  };
}

function moveAhead({ exp, iat }: Claims): Claims {
  return { nbf: Number(iat) + FAR_SECONDS, exp: Number(exp) + FAR_SECONDS };
}

function elsewhere({ iss }: Claims): Claims {
  return { iss: `https://wrong-issuer.invalid${new URL(String(iss)).pathname}` };
}

async function signForeign(token: UnsignedToken, keys: ForeignKeys, kid: string): Promise<string> {
  const { algorithm } = token.key;
  return signAsIs({ ...token, key: { kid, algorithm, key: await keys.find(algorithm) } });
}

const BREAKS: Readonly<Record<TokenFault, Break>> = {
  'wrong-key': (token, keys) => signForeign(token, keys, token.key.kid),
  'unknown-kid': (token, keys) => signForeign(token, keys, createUuid()),
  expired: withClaims(moveBack),
  'not-yet-valid': withClaims(moveAhead),
  'wrong-issuer': withClaims(elsewhere),
  'wrong-audience': withClaims(() => ({ aud: WRONG_AUDIENCE })),
  // RFC 7519 §6.1: an unsecured token has an empty signature.
  'alg-none': async ({ key, claims, headers }) =>
    `${encode({ alg: 'none', typ: 'JWT', kid: key.kid, ...headers })}.${encode(claims)}.`,
  async tampered(token) {
    const [header, , signature] = (await signAsIs(token)).split('.');
    return `${header}.${encode({ ...token.claims, tampered: true })}.${signature}`;
  },
};

/** Every fault, in the order of the reference. */
export const TOKEN_FAULTS: readonly TokenFault[] = Object.keys(BREAKS) as TokenFault[];

/** Writes tokens with the fault, or as they are. */
export function createBrokenWriter(fault: TokenFault | undefined, keys: ForeignKeys): TokenWriter {
  return fault === undefined ? signAsIs : (token) => BREAKS[fault](token, keys);
}
