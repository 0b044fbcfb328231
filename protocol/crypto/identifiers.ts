// Random identifiers, digests and comparison in constant time.
import { hash, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';

/** A random UUID (RFC 9562 §5.4). */
export function createUuid(): string {
  return randomUUID();
}

/** Asking the system for randomness costs more than what is asked for: small texts are cut from a block. */
const BLOCK_BYTES = 4096;
const MAX_CUT_BYTES = 64;
const block = { bytes: Buffer.alloc(0), used: 0 };

/** Random text of `bytes` bytes, base64url without padding. */
export function createRandomText(bytes: number): string {
  if (bytes > MAX_CUT_BYTES) return randomBytes(bytes).toString('base64url');
  if (block.used + bytes > block.bytes.length) {
    block.bytes = randomBytes(BLOCK_BYTES);
    block.used = 0;
  }
  const cut = block.bytes.subarray(block.used, block.used + bytes);
  block.used += bytes;
  const text = cut.toString('base64url');
  // What was given out stands nowhere else.
  cut.fill(0);
  return text;
}

const ALPHANUMERICS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Random characters of an alphabet, each as likely as the others. */
export function createTextOf(alphabet: string, characters: number): string {
  return Array.from({ length: characters }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Random letters and digits, each as likely as the others; about 5.95 bits a character. */
export function createAlphanumericText(characters: number): string {
  return createTextOf(ALPHANUMERICS, characters);
}

/** Whether two texts are equal; takes the same time wherever they differ. Digests are compared, so that neither length shows. */
export function equalsInConstantTime(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));
}

/** SHA-256, base64url without padding. */
export function sha256Base64Url(content: string | Buffer): string {
  return hash('sha256', content, 'base64url');
}

/** The left half of a text's hash, by the hash of a signature algorithm, for `at_hash`, `c_hash` and `s_hash` (OIDC Core §3.1.3.6). */
export function hashHalf(algorithm: string, text: string): string {
  const bits = /(256|384|512)$/.exec(algorithm)?.[1] ?? '512';
  const digest = hash(`sha${bits}`, text, 'buffer');
  return digest.subarray(0, digest.length / 2).toString('base64url');
}

/** SHA-1, base64url without padding: for the `x5t` of a published key (RFC 7517 §4.8), never for security. */
export function sha1Base64Url(content: Buffer): string {
  return hash('sha1', content, 'base64url');
}
