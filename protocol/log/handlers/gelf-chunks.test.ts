import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Reassembler } from '../testing/gelf-receiver.ts';
import { CHUNK_HEADER_BYTES, MAX_CHUNKS, toDatagrams } from './gelf-chunks.ts';

test('GELF 1.1, chunking: any payload with any chunk size is reassembled unchanged, whatever the order of chunks', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 4000 }),
      fc.integer({ min: 1, max: 600 }),
      fc.infiniteStream(fc.nat()),
      (bytes, maxBytes, order) => {
        // A complete payload that starts with the chunk magic bytes is ambiguous; gzip starts with 1f 8b.
        const payload = Buffer.concat([Buffer.from([0x1f, 0x8b]), bytes]);
        const datagrams = toDatagrams(payload, maxBytes);
        if (Math.ceil(payload.length / maxBytes) > MAX_CHUNKS) return assert.equal(datagrams, undefined);
        assert.ok(datagrams);
        const shuffled = datagrams
          .map((datagram) => ({ datagram, key: order.next().value as number }))
          .sort((a, b) => a.key - b.key);
        const reassembler = new Reassembler();
        const results = shuffled.map(({ datagram }) => reassembler.take(datagram));
        assert.deepEqual(results.at(-1), payload);
        assert.ok(results.slice(0, -1).every((result) => result === undefined));
      },
    ),
  );
});

test('GELF 1.1, chunking: a payload of exactly the maximum size is one datagram without header', () => {
  const payload = Buffer.alloc(8192, 7);
  assert.deepEqual(toDatagrams(payload, 8192), [payload]);
});

test('GELF 1.1, chunking: one byte more gives two chunks with magic bytes, common ID, index and count', () => {
  const datagrams = toDatagrams(Buffer.alloc(8193, 7), 8192) ?? [];
  assert.deepEqual(
    datagrams.map((each) => [each.length, each.toString('hex', 0, 2), each[10], each[11]]),
    [
      [8192 + CHUNK_HEADER_BYTES, '1e0f', 0, 2],
      [1 + CHUNK_HEADER_BYTES, '1e0f', 1, 2],
    ],
  );
  assert.deepEqual(datagrams[0]?.subarray(2, 10), datagrams[1]?.subarray(2, 10));
});

test('two messages have different IDs', () => {
  const ids = Array.from({ length: 50 }, () => toDatagrams(Buffer.alloc(9), 5)?.[0]?.toString('hex', 2, 10));
  assert.equal(new Set(ids).size, 50);
});

test('GELF 1.1, chunking: 128 chunks are the maximum', () => {
  assert.equal(toDatagrams(Buffer.alloc(1280), 10)?.length, 128);
  assert.equal(toDatagrams(Buffer.alloc(1281), 10), undefined);
});

for (const maxBytes of [0, -1, 1.5, Number.NaN]) {
  test(`a size that is not a positive integer throws TypeError: ${maxBytes}`, () => {
    assert.throws(() => toDatagrams(Buffer.alloc(1), maxBytes), TypeError);
  });
}
