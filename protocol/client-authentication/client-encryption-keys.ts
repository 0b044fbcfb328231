// Finds the public keys with which data for a client is encrypted: in its attributes or at its JWKS URL.
import { type EncryptionKey, readEncryptionJwk } from '#protocol/crypto/jwe.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { listJwks, parseJwks } from './client-keys.ts';
import type { RemoteJwks } from './remote-jwks.ts';

export interface EncryptionKeyFinder {
  /** The client's first key for an algorithm, if any. `now` is in milliseconds. */
  find(client: Client, algorithm: string, now: number): Promise<EncryptionKey | undefined>;
}

/** Finds keys as described in RFC 7517 §5 and OIDC Registration §2. */
export function createEncryptionKeyFinder(remote: RemoteJwks): EncryptionKeyFinder {
  const pick = (document: unknown, algorithm: string): EncryptionKey | undefined => {
    for (const jwk of listJwks(document)) {
      const key = readEncryptionJwk(jwk, algorithm);
      if (key !== undefined) return key;
    }
    return undefined;
  };
  return {
    async find({ clientId, attributes }, algorithm, now) {
      const url = attributes['use.jwks.url'] === 'true' ? attributes['jwks.url'] : undefined;
      if (!url) return pick(parseJwks(attributes['jwks.string'] ?? ''), algorithm);
      // The client may have published the key after the set was fetched.
      const mdc = () => ({ client: clientId });
      const first = pick(await remote.load(url, now, mdc), algorithm);
      return first ?? pick(await remote.reload(url, now, mdc), algorithm);
    },
  };
}
