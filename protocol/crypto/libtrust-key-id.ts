// Computes the key ID that container registries derive from a certificate's key.
import { createHash, createPublicKey, type KeyObject } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Number of digest bytes used. */
const LENGTH = 30;

/** RFC 4648 §6, without padding; the number of bits must be a multiple of five. */
function base32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(value >>> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return text;
}

/**
 * The first 240 bits of the SHA-256 of the public key's DER (SubjectPublicKeyInfo), in base32 as twelve
 * groups of four: `ABCD:EFGH:…` (Docker libtrust fingerprint; distribution token JWT, header `kid`).
 */
export function libtrustKeyId(key: KeyObject): string {
  const publicKey = key.type === 'public' ? key : createPublicKey(key);
  const digest = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest();
  return (base32(digest.subarray(0, LENGTH)).match(/.{4}/g) ?? []).join(':');
}
