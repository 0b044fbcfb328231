// The signed value of the KEYCLOAK_IDENTITY cookie, which identifies the browser's session.
import { nowInSeconds } from '#protocol/clock.ts';
import { createRandomText, createUuid } from '#protocol/crypto/identifiers.ts';
import { decodeJws, signJws, verifyJws } from '#protocol/crypto/jws.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { UserSession } from '#protocol/store/store.ts';

const ALGORITHM = 'HS512';
const TYPE = 'Serialized-ID';

/** Content of a cookie with a valid signature; the session itself may have ended. */
export interface BrowserIdentity {
  readonly sessionId: string;
  readonly userId: string;
  /** Seconds. */
  readonly issuedAt: number;
}

/** Signs the cookie's value. `endsAt`: latest end of the session, in milliseconds. RFC 7519. */
export async function signIdentity(
  exchange: Pick<RealmExchange, 'realm' | 'clock' | 'baseUrl'>,
  keys: RealmKeys,
  session: UserSession,
  endsAt: number,
): Promise<string> {
  const key = await keys.signingKey(exchange.realm.name, ALGORITHM);
  return signJws(key, {
    exp: Math.floor(endsAt / 1000),
    iat: nowInSeconds(exchange.clock),
    jti: createUuid(),
    iss: `${exchange.baseUrl}/realms/${encodeURIComponent(exchange.realm.name)}`,
    sub: session.userId,
    typ: TYPE,
    sid: session.id,
    state_checker: createRandomText(32),
  });
}

/**
 * Verifies the cookie's value; undefined when it is foreign, from another realm, altered or expired.
 * Choice: the issuer is not compared. The key belongs to one realm, and this server may have several names.
 */
export async function verifyIdentity(
  exchange: RealmExchange,
  keys: RealmKeys,
  value: string,
): Promise<BrowserIdentity | undefined> {
  const token = decodeJws(value);
  if (token === undefined || token.header['alg'] !== ALGORITHM) return undefined;
  const kid = token.header['kid'];
  const key = await keys.verificationKey(
    exchange.realm.name,
    typeof kid === 'string' ? kid : undefined,
    ALGORITHM,
  );
  if (key === undefined || !verifyJws(token, key)) return undefined;
  const { typ, exp, iat, sid, sub } = token.claims;
  if (typ !== TYPE || typeof sid !== 'string' || typeof sub !== 'string') return undefined;
  if (typeof exp !== 'number' || exp <= nowInSeconds(exchange.clock)) return undefined;
  return { sessionId: sid, userId: sub, issuedAt: Number(iat) };
}
