// Computes the key ID that container registries derive from a certificate's key.
import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { encodeBase32 } from './one-time-password.ts';

/** Number of digest bytes used. */
const LENGTH = 30;

/**
 * The first 240 bits of the SHA-256 of the public key's DER (SubjectPublicKeyInfo), in base32 as twelve
 * groups of four: `ABCD:EFGH:…` (Docker libtrust fingerprint; distribution token JWT, header `kid`).
 */
export function libtrustKeyId(key: KeyObject): string {
  const publicKey = key.type === 'public' ? key : createPublicKey(key);
  const digest = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest();
  return (encodeBase32(digest.subarray(0, LENGTH)).match(/.{4}/g) ?? []).join(':');
}
