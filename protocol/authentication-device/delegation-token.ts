// The bearer token of a delegation: whether the realm signed it for its authentication entity, and what it says.
import { type Clock, nowInSeconds } from '#protocol/clock.ts';
import { type DecodedJws, decodeJws, verifyJws } from '#protocol/crypto/jws.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';

/** What the device relies on. */
export interface DelegationClaims {
  /** `jti`: names the request between server and authentication entity. */
  readonly resultId: string;
  /** `azp` */
  readonly clientId: string;
  /** `sub`: the user's id. */
  readonly subject: string;
  /** Milliseconds on the realm's clock. */
  readonly expiresAt: number;
}

/** Gives what a token says; undefined when it does not hold in the realm at this time. */
export type DelegationVerifier = (
  exchange: { readonly realm: Pick<RealmExchange['realm'], 'name'>; readonly clock: Clock },
  token: string,
) => Promise<DelegationClaims | undefined>;

/** It stands in paths. */
const RESULT_ID = /^[\w.-]{1,128}$/;

/** The issuer's address may differ from the device's own (`localhost` and `127.0.0.1`), its realm may not. */
function isOfRealm(issuer: unknown, realmName: string): boolean {
  return typeof issuer === 'string' && issuer.endsWith(`/realms/${encodeURIComponent(realmName)}`);
}

function readClaims({ claims }: DecodedJws): DelegationClaims | undefined {
  const { typ, iss, aud, jti, azp, sub, exp } = claims;
  // An access token of the same realm is for others than its issuer.
  if (typ !== 'Bearer' || aud !== iss || typeof jti !== 'string' || !RESULT_ID.test(jti)) return undefined;
  if (typeof azp !== 'string' || typeof sub !== 'string' || typeof exp !== 'number') return undefined;
  return { resultId: jti, clientId: azp, subject: sub, expiresAt: exp * 1000 };
}

/** Makes a verifier on the realm's own keys: signed by one of them, issued by the realm for itself, not expired. */
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
