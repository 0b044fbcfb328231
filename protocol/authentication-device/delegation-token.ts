// The bearer token of a delegation: validation and claims.
import { type Clock, nowInSeconds } from '#protocol/clock.ts';
import { type DecodedJws, decodeJws, verifyJws } from '#protocol/crypto/jws.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';

export interface DelegationClaims {
  /** `jti`: identifies the request between server and authentication entity. */
  readonly resultId: string;
  /** `azp` */
  readonly clientId: string;
  /** `sub`: the user's ID. */
  readonly subject: string;
  /** Milliseconds on the realm's clock. */
  readonly expiresAt: number;
}

/** Returns the token's claims; undefined if it is not valid in the realm. */
export type DelegationVerifier = (
  exchange: { readonly realm: Pick<RealmExchange['realm'], 'name'>; readonly clock: Clock },
  token: string,
) => Promise<DelegationClaims | undefined>;

/** Restricted, because the ID is used in URL paths. */
const RESULT_ID = /^[\w.-]{1,128}$/;

/** The issuer's host may differ from the device's (`localhost` and `127.0.0.1`), but not its realm. */
function isOfRealm(issuer: unknown, realmName: string): boolean {
  return typeof issuer === 'string' && issuer.endsWith(`/realms/${encodeURIComponent(realmName)}`);
}

function readClaims({ claims }: DecodedJws): DelegationClaims | undefined {
  const { typ, iss, aud, jti, azp, sub, exp } = claims;
  // Rejects access tokens of the same realm, whose audience is not the issuer.
  if (typ !== 'Bearer' || aud !== iss || typeof jti !== 'string' || !RESULT_ID.test(jti)) return undefined;
  if (typeof azp !== 'string' || typeof sub !== 'string' || typeof exp !== 'number') return undefined;
  return { resultId: jti, clientId: azp, subject: sub, expiresAt: exp * 1000 };
}

/** Valid tokens are signed with a key of the realm, issued by the realm for itself, and not expired. */
export function createDelegationVerifier(keys: Pick<RealmKeys, 'verificationKey'>): DelegationVerifier {
  return async ({ realm, clock }, token) => {
    const decoded = decodeJws(token);
    const { alg, kid } = decoded?.header ?? {};
    if (decoded === undefined || typeof alg !== 'string' || typeof kid !== 'string') return undefined;
    const key = await keys.verificationKey(realm.name, kid, alg);
    if (key === undefined || !verifyJws(decoded, key)) return undefined;
    const claims = readClaims(decoded);
    if (claims === undefined || !isOfRealm(decoded.claims['iss'], realm.name)) return undefined;
    return nowInSeconds(clock) * 1000 < claims.expiresAt ? claims : undefined;
  };
}
