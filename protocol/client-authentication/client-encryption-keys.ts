// The public keys that clients publish to have answers encrypted for them: in their attributes or behind a URL.
import { type EncryptionKey, readEncryptionJwk } from '#protocol/crypto/jwe.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { RemoteJwks } from './remote-jwks.ts';

/** Finds keys. */
export interface EncryptionKeyFinder {
  /** The client's first key for an algorithm; undefined without one. `now` is in milliseconds. */
  find(client: Client, algorithm: string, now: number): Promise<EncryptionKey | undefined>;
}

function listJwks(document: unknown): readonly unknown[] {
  if (typeof document !== 'object' || document === null || !('keys' in document)) return [];
  return Array.isArray(document.keys) ? document.keys : [];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The same as a set without keys: the refusal names the attribute.
    return undefined;
  }
}

/** Makes the finder (RFC 7517 §5, OIDC Registration §2). */
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
      if (!url) return pick(parseJson(attributes['jwks.string'] ?? ''), algorithm);
      // The client may have published the key since the set was loaded.
      const mdc = () => ({ client: clientId });
      const first = pick(await remote.load(url, now, mdc), algorithm);
      return first ?? pick(await remote.reload(url, now, mdc), algorithm);
    },
  };
}
