// Tokens of dynamic client registration: initial access tokens and registration access tokens.
import { type Clock, nowInSeconds } from '#protocol/clock.ts';
import { decodeJws, signJws, verifyJws } from '#protocol/crypto/jws.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';

/** Compat: Keycloak's values of the claim `typ`. */
export type RegistrationTokenType = 'InitialAccessToken' | 'RegistrationAccessToken';

/** Client attribute with the `jti` of the only valid registration access token. */
export const REGISTRATION_TOKEN_ATTRIBUTE = 'registration.access.token.id';

export interface RegistrationToken {
  readonly type: RegistrationTokenType;
  /** The token's `jti`, which is all that the server stores of it. */
  readonly id: string;
  /** Seconds since the epoch; undefined: it does not expire. */
  readonly expiresAt?: number | undefined;
}

interface TokenRealm {
  readonly name: string;
  readonly issuer: string;
  readonly clock: Clock;
}

const ALGORITHM = 'HS512';
const TYPES: ReadonlySet<unknown> = new Set(['InitialAccessToken', 'RegistrationAccessToken']);

/** Signs a token with the realm's secret, so that only this server can rely on its content. RFC 7592 §3. */
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
 * The content of a token; undefined if it has another type, is not ours, or has expired. Does not check the
 * stored `jti`. Choice: the issuer is not compared, because the key belongs to one realm, and a server may
 * have several host names.
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
