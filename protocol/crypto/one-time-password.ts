// One-time passwords, counter-based (RFC 4226) and time-based (RFC 6238), and base32 for their secrets.
import { createHmac } from 'node:crypto';

const DIGESTS: ReadonlyMap<string, string> = new Map([
  ['HmacSHA1', 'sha1'],
  ['HmacSHA256', 'sha256'],
  ['HmacSHA512', 'sha512'],
]);

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Whether the algorithm is supported: `HmacSHA1`, `HmacSHA256`, `HmacSHA512`. */
export function isOtpAlgorithm(algorithm: string): boolean {
  return DIGESTS.has(algorithm);
}

/** RFC 4226 §5.3. @throws {TypeError} for an unknown algorithm. */
export function computeOneTimePassword(
  secret: Buffer,
  counter: number,
  settings: { readonly digits: number; readonly algorithm: string },
): string {
  const digest = DIGESTS.get(settings.algorithm);
  if (digest === undefined) throw new TypeError(`no one-time password algorithm "${settings.algorithm}"`);
  const moving = Buffer.alloc(8);
  moving.writeBigUInt64BE(BigInt(counter));
  const hmac = createHmac(digest, secret).update(moving).digest();
  const offset = (hmac.at(-1) ?? 0) & 0x0f;
  const number = hmac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** settings.digits).padStart(settings.digits, '0');
}

/** Without padding. RFC 4648 §6. */
export function encodeBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)] ?? '').join('');
}

/** Accepts any case, padding and spaces; undefined when invalid. RFC 4648 §6. */
export function decodeBase32(text: string): Buffer | undefined {
  const digits = [...text.toUpperCase().replace(/[\s=]/g, '')].map((letter) => BASE32.indexOf(letter));
  if (digits.includes(-1)) return undefined;
  const bits = digits.map((digit) => digit.toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
