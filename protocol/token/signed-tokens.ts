// Reads tokens signed by a key of the realm, with a cache of verified signatures.
import { sha256Base64Url } from '#protocol/crypto/identifiers.ts';
import { type DecodedJws, decodeJws, type VerificationKey, verifyJws } from '#protocol/crypto/jws.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';

export interface SignedTokens {
  /** The token if it is signed by an enabled key of the realm; does not check its claims. */
  read(realmName: string, token: string): Promise<DecodedJws | undefined>;
}

/** Limit of cached signatures; the oldest are dropped first. */
const CAPACITY = 1000;

interface Verified {
  readonly decoded: DecodedJws;
  readonly key: VerificationKey['key'];
}

/**
 * An API that checks a token in every call costs one RSA verification in all. The realm's key is looked up
 * every time, so that disabling or removing it takes effect at once. Expiry and the like are up to callers.
 */
export function createSignedTokens(keys: Pick<RealmKeys, 'verificationKey'>): SignedTokens {
  const verified = new Map<string, Verified>();

  function remember(digest: string, entry: Verified): void {
    if (verified.size >= CAPACITY) {
      const [oldest] = verified.keys();
      if (oldest !== undefined) verified.delete(oldest);
    }
    verified.set(digest, entry);
  }

  async function findKey(realmName: string, { header }: DecodedJws): Promise<VerificationKey | undefined> {
    const { alg, kid } = header;
    if (typeof alg !== 'string' || (kid !== undefined && typeof kid !== 'string')) return undefined;
    return keys.verificationKey(realmName, kid, alg);
  }

  async function verify(realmName: string, token: string, digest: string): Promise<DecodedJws | undefined> {
    const decoded = decodeJws(token);
    if (decoded === undefined) return undefined;
    const key = await findKey(realmName, decoded);
    if (key === undefined || !verifyJws(decoded, key)) return undefined;
    // Verifying an HMAC is faster than caching it.
    if (key.key.type !== 'secret') remember(digest, { decoded, key: key.key });
    return decoded;
  }

  return {
    async read(realmName, token) {
      const digest = sha256Base64Url(token);
      const known = verified.get(digest);
      if (known === undefined) return verify(realmName, token, digest);
      const key = await findKey(realmName, known.decoded);
      return key?.key === known.key ? known.decoded : verify(realmName, token, digest);
    },
  };
}
