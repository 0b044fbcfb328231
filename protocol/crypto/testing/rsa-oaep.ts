// Test support: removes OAEP padding, with any combination of digest and mask.
import { createHash } from 'node:crypto';
import type { OaepParameters } from '../rsa-oaep.ts';

function mask(seed: Buffer, length: number, hash: string): Buffer {
  let made = Buffer.alloc(0);
  for (let counter = 0; made.length < length; counter += 1) {
    const block = createHash(hash)
      .update(seed)
      .update(Buffer.from([0, 0, 0, counter]))
      .digest();
    made = Buffer.concat([made, block]);
  }
  return made.subarray(0, length);
}

function xor(a: Buffer, b: Buffer): Buffer {
  return Buffer.from(a.map((byte, index) => byte ^ (b[index] ?? 0)));
}

/** The secret in a padded block. RFC 8017 §7.1.2. @throws {Error} when the padding is invalid. */
export function openOaep(padded: Buffer, parameters: OaepParameters): Buffer {
  const label = createHash(parameters.digest).digest();
  const seedPart = padded.subarray(1, 1 + label.length);
  const blockPart = padded.subarray(1 + label.length);
  const seed = xor(seedPart, mask(blockPart, seedPart.length, parameters.mask));
  const block = xor(blockPart, mask(seed, blockPart.length, parameters.mask));
  const mark = block.indexOf(1, label.length);
  const filling = block.subarray(label.length, mark);
  if (padded[0] !== 0 || !block.subarray(0, label.length).equals(label) || filling.some((byte) => byte !== 0))
    throw new Error('the padding is wrong');
  return block.subarray(mark + 1);
}
