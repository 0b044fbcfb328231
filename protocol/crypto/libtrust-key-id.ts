// The key identifier that container registries make of a certificate's key.
import { createHash, createPublicKey, type KeyObject } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Bytes of the digest that count. */
const LENGTH = 30;

/** RFC 4648 §6, without padding; the number of bits is a multiple of five. */
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
 * SHA-256 over the DER of the public key (SubjectPublicKeyInfo), its first 240 bits in base32 as twelve groups of four: `ABCD:EFGH:…`
 * (Docker libtrust fingerprint; distribution token JWT, header `kid`).
 */
export function libtrustKeyId(key: KeyObject): string {
  const publicKey = key.type === 'public' ? key : createPublicKey(key);
  const digest = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest();
  return (base32(digest.subarray(0, LENGTH)).match(/.{4}/g) ?? []).join(':');
}
