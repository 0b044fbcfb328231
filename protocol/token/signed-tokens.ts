// Reads tokens that a key of the realm has signed; a signature that was verified a moment ago is not verified again.
import { sha256Base64Url } from '#protocol/crypto/identifiers.ts';
import { type DecodedJws, decodeJws, type VerificationKey, verifyJws } from '#protocol/crypto/jws.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';

/** Reads signed tokens. */
export interface SignedTokens {
  /** The token, when a key of the realm that is not disabled has signed it; undefined otherwise. Says nothing about its claims. */
  read(realmName: string, token: string): Promise<DecodedJws | undefined>;
}

/** How many verified signatures are remembered; the oldest are forgotten first. */
const CAPACITY = 1000;

interface Verified {
  readonly decoded: DecodedJws;
  readonly key: VerificationKey['key'];
}

/**
 * Makes the reader. An API that checks a token at every call pays for one RSA verification, not for each. The realm's key is looked up every
 * time, so that disabling or removing it takes effect at once; so is everything that can change about a token (expiry, revocation, session).
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
    // An HMAC is verified faster than it is remembered.
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
