// Random identifiers, digests and constant-time comparison.
import { hash, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';

/** A random UUID (RFC 9562 §5.4). */
export function createUuid(): string {
  return randomUUID();
}

/** The UUID that follows from a text: the same text gives the same one (RFC 9562 §5.8). */
export function createNameUuid(name: string): string {
  const bytes = hash('sha256', name, 'buffer').subarray(0, 16);
  // Version 8 and the variant of RFC 9562.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** A system call for randomness costs more than the bytes themselves: short texts are cut from a block. */
const BLOCK_BYTES = 4096;
const MAX_SLICE_BYTES = 64;
const block = { bytes: Buffer.alloc(0), used: 0 };

/** `bytes` random bytes as base64url without padding. */
export function createRandomText(bytes: number): string {
  if (bytes > MAX_SLICE_BYTES) return randomBytes(bytes).toString('base64url');
  if (block.used + bytes > block.bytes.length) {
    block.bytes = randomBytes(BLOCK_BYTES);
    block.used = 0;
  }
  const slice = block.bytes.subarray(block.used, block.used + bytes);
  block.used += bytes;
  const text = slice.toString('base64url');
  // No other copy of the bytes remains.
  slice.fill(0);
  return text;
}

const ALPHANUMERICS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Uniformly distributed random characters of an alphabet. */
export function createTextOf(alphabet: string, characters: number): string {
  return Array.from({ length: characters }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Uniformly distributed random letters and digits; about 5.95 bits per character. */
export function createAlphanumericText(characters: number): string {
  return createTextOf(ALPHANUMERICS, characters);
}

/** Constant-time comparison. Compares digests, so that the lengths do not leak either. */
export function equalsInConstantTime(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));
}

/** SHA-256 as base64url without padding. */
export function sha256Base64Url(content: string | Buffer): string {
  return hash('sha256', content, 'base64url');
}

/** The left half of a hash, for `at_hash`, `c_hash` and `s_hash` (OIDC Core §3.1.3.6). */
export function hashHalf(algorithm: string, text: string): string {
  const bits = /(256|384|512)$/.exec(algorithm)?.[1] ?? '512';
  const digest = hash(`sha${bits}`, text, 'buffer');
  return digest.subarray(0, digest.length / 2).toString('base64url');
}

/** SHA-1 as base64url: for the `x5t` of a published key (RFC 7517 §4.8), never for security. */
export function sha1Base64Url(content: Buffer): string {
  return hash('sha1', content, 'base64url');
}
