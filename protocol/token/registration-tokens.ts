// The tokens of dynamic client registration: initial access tokens and registration access tokens.
import { type Clock, nowInSeconds } from '#protocol/clock.ts';
import { decodeJws, signJws, verifyJws } from '#protocol/crypto/jws.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';

/** Compat: the claim `typ` of Keycloak's. */
export type RegistrationTokenType = 'InitialAccessToken' | 'RegistrationAccessToken';

/** Client attribute with the `jti` of the one registration access token that counts. */
export const REGISTRATION_TOKEN_ATTRIBUTE = 'registration.access.token.id';

/** What such a token is made of. */
export interface RegistrationToken {
  readonly type: RegistrationTokenType;
  /** Identifies the token; the server remembers nothing else of it. */
  readonly id: string;
  /** Seconds since the epoch; undefined: it does not expire by itself. */
  readonly expiresAt?: number | undefined;
}

interface TokenRealm {
  readonly name: string;
  readonly issuer: string;
  readonly clock: Clock;
}

const ALGORITHM = 'HS512';
const TYPES: ReadonlySet<unknown> = new Set(['InitialAccessToken', 'RegistrationAccessToken']);

/** Signs a token with the realm's secret, so that nobody but this server relies on what is in it. RFC 7592 §3. */
export async function signRegistrationToken(
  keys: RealmKeys,
  { name, issuer, clock }: TokenRealm,
  token: RegistrationToken,
): Promise<string> {
  return signJws(await keys.signingKey(name, ALGORITHM), {
    ...(token.expiresAt === undefined ? {} : { exp: token.expiresAt }),
    iat: nowInSeconds(clock),
    jti: token.id,
    iss: issuer,
    aud: issuer,
    typ: token.type,
  });
}

/**
 * Reads a token; undefined when it is another kind of token, not ours, or expired. Whether it still counts is another question.
 * Choice: the issuer is not compared. The key belongs to one realm, and the same server is known by several names.
 */
export async function verifyRegistrationToken(
  keys: RealmKeys,
  { name, clock }: Pick<TokenRealm, 'name' | 'clock'>,
  text: string,
): Promise<RegistrationToken | undefined> {
  const token = decodeJws(text);
  const { typ, jti, exp } = token?.claims ?? {};
  if (token === undefined || !TYPES.has(typ) || typeof jti !== 'string') return undefined;
  const key = await keys.verificationKey(name, token.header.kid, ALGORITHM);
  if (key === undefined || !verifyJws(token, key)) return undefined;
  if (exp !== undefined && (typeof exp !== 'number' || exp <= nowInSeconds(clock))) return undefined;
  return { type: typ as RegistrationTokenType, id: jti, expiresAt: exp };
}
