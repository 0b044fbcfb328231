// GELF over UDP: compresses a message and cuts it into datagrams with the header that receivers put together again.
import { randomFillSync } from 'node:crypto';

/** Most chunks that a receiver takes for one message (GELF 1.1, chunking). */
export const MOST_CHUNKS = 128;

/** Bytes in front of the payload of a chunk: two of mark, eight of message id, index, count. */
export const CHUNK_HEADER_BYTES = 12;

/**
 * Datagrams of one message: itself when it has at most `maxBytes`, else chunks of at most `maxBytes` of payload,
 * each behind a header of 12 bytes. Undefined when it would take more than 128 chunks. GELF 1.1, chunking.
 * @throws {TypeError} when `maxBytes` is no positive whole number.
 */
export function toDatagrams(payload: Buffer, maxBytes: number): Buffer[] | undefined {
  if (!Number.isInteger(maxBytes) || maxBytes < 1)
    throw new TypeError('maxBytes must be a positive whole number');
  if (payload.length <= maxBytes) return [payload];
  const count = Math.ceil(payload.length / maxBytes);
  if (count > MOST_CHUNKS) return undefined;
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
