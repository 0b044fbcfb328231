// Splits a compressed GELF message into UDP datagrams with chunk headers.
import { randomFillSync } from 'node:crypto';

/** Maximum number of chunks that receivers accept per message (GELF 1.1, chunking). */
export const MAX_CHUNKS = 128;

/** Size of a chunk header: two magic bytes, eight bytes of message ID, index, count. */
export const CHUNK_HEADER_BYTES = 12;

/**
 * The payload itself if it has at most `maxBytes`, else chunks of at most `maxBytes` of payload, each with a
 * 12-byte header. Undefined if it would need more than 128 chunks. GELF 1.1, chunking.
 * @throws {TypeError} when `maxBytes` is not a positive integer.
 */
export function toDatagrams(payload: Buffer, maxBytes: number): Buffer[] | undefined {
  if (!Number.isInteger(maxBytes) || maxBytes < 1)
    throw new TypeError('maxBytes must be a positive whole number');
  if (payload.length <= maxBytes) return [payload];
  const count = Math.ceil(payload.length / maxBytes);
  if (count > MAX_CHUNKS) return undefined;
  const id = randomFillSync(Buffer.allocUnsafe(8));
  return Array.from({ length: count }, (_, index) => {
    const part = payload.subarray(index * maxBytes, (index + 1) * maxBytes);
    const datagram = Buffer.allocUnsafe(CHUNK_HEADER_BYTES + part.length);
    datagram[0] = 0x1e;
    datagram[1] = 0x0f;
    id.copy(datagram, 2);
    datagram[10] = index;
    datagram[11] = count;
    part.copy(datagram, CHUNK_HEADER_BYTES);
    return datagram;
  });
}
