// RSA-OAEP with separate hashes for digest and mask, as in XML encryption; node:crypto has only one for both.
import {
  constants,
  createHash,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Hash names as in node:crypto. */
export interface OaepParameters {
  readonly digest: string;
  /** The hash of MGF1. */
  readonly mask: string;
}

/** MGF1 (RFC 8017 §B.2.1). */
function generateMask(seed: Buffer, length: number, hash: string): Buffer {
  const blocks: Buffer[] = [];
  for (let made = 0, counter = 0; made < length; counter += 1) {
    const index = Buffer.alloc(4);
    index.writeUInt32BE(counter);
    const block = createHash(hash).update(seed).update(index).digest();
    blocks.push(block);
    made += block.length;
  }
  return Buffer.concat(blocks).subarray(0, length);
}

function xor(bytes: Buffer, mask: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, index) => byte ^ (mask[index] ?? 0)));
}

/** EME-OAEP with an empty label (RFC 8017 §7.1.1). @throws {RangeError} when the message is too long. */
function pad(message: Buffer, modulusBytes: number, { digest, mask }: OaepParameters): Buffer {
  const labelHash = createHash(digest).digest();
  const filling = modulusBytes - message.length - 2 * labelHash.length - 2;
  if (filling < 0) throw new RangeError('the message is too long for the key');
  const block = Buffer.concat([labelHash, Buffer.alloc(filling), Buffer.from([1]), message]);
  const seed = randomBytes(labelHash.length);
  const maskedBlock = xor(block, generateMask(seed, block.length, mask));
  const maskedSeed = xor(seed, generateMask(maskedBlock, seed.length, mask));
  return Buffer.concat([Buffer.from([0]), maskedSeed, maskedBlock]);
}

function modulusBytesOf(key: KeyObject): number {
  return Math.ceil((key.asymmetricKeyDetails?.modulusLength ?? 0) / 8);
}

/** RSAES-OAEP encryption (RFC 8017 §7.1.1). @throws {Error} when the secret is too long for the key. */
export function wrapKey(key: KeyObject, secret: Buffer, parameters: OaepParameters): Buffer {
  if (parameters.digest === parameters.mask)
    return publicEncrypt(
      { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: parameters.digest },
      secret,
    );
  const padded = pad(secret, modulusBytesOf(key), parameters);
  return publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, padded);
}

/**
 * Removes EME-OAEP padding (RFC 8017 §7.1.2). Reports no details and always reads the whole block, so that
 * responses to manipulated ciphertexts reveal nothing about the content.
 * @throws {RangeError} for invalid padding.
 */
function unpad(padded: Buffer, { digest, mask }: OaepParameters): Buffer {
  const labelHash = createHash(digest).digest();
  const { length } = labelHash;
  const maskedBlock = padded.subarray(1 + length);
  const seed = xor(padded.subarray(1, 1 + length), generateMask(maskedBlock, length, mask));
  const block = xor(maskedBlock, generateMask(seed, maskedBlock.length, mask));
  let start = -1;
  let isFilled = true;
  for (let index = length; index < block.length; index += 1) {
    if (start >= 0) continue;
    if (block[index] === 1) start = index + 1;
    else if (block[index] !== 0) isFilled = false;
  }
  const isLabel = block.length >= length && timingSafeEqual(block.subarray(0, length), labelHash);
  if (!isLabel || !isFilled || start < 0 || padded[0] !== 0) throw new RangeError('the padding is wrong');
  return block.subarray(start);
}

/**
 * RSAES-OAEP decryption (RFC 8017 §7.1.2).
 * @throws {RangeError} for a ciphertext that is not as long as the modulus.
 * @throws {Error} for another key or other parameters.
 */
export function unwrapKey(key: KeyObject, wrapped: Buffer, parameters: OaepParameters): Buffer {
  // OpenSSL also decrypts a ciphertext whose leading zeros are missing.
  if (wrapped.length !== modulusBytesOf(key))
    throw new RangeError('the ciphertext is not as long as the key');
  if (parameters.digest === parameters.mask)
    return privateDecrypt(
      { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: parameters.digest },
      wrapped,
    );
  return unpad(privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, wrapped), parameters);
}
