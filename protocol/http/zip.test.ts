import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { writeZip } from './zip.ts';

const entries = [
  { name: 'a.txt', content: 'first' },
  { name: 'folder/b.xml', content: '<b>ü</b>' },
];

/** The entries as a reader finds them: through the directory at the end. */
function readZip(zip: Buffer): readonly (readonly [string, string, boolean])[] {
  const end = zip.length - 22;
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    const [checksum, length, nameLength] = [
      zip.readUInt32LE(at + 16),
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
    ];
    const local = zip.readUInt32LE(at + 42);
    const name = zip.toString('ascii', at + 46, at + 46 + nameLength);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(start, start + length);
    at += 46 + nameLength;
    return [name, content.toString('utf8'), crc32(content) === checksum] as const;
  });
}

test('APPNOTE 4.3: each file is found through the directory, with its checksum', () => {
  assert.deepEqual(
    readZip(writeZip(entries)),
    entries.map(({ name, content }) => [name, content, true]),
  );
});

test('APPNOTE 4.3.7: each file and the directory begin with their signatures', () => {
  const zip = writeZip(entries);
  assert.equal(zip.toString('latin1', 0, 4), 'PK\x03\x04');
  assert.equal(zip.toString('latin1', zip.length - 22, zip.length - 18), 'PK\x05\x06');
  assert.equal(writeZip([]).length, 22);
});

test('the same files give the same bytes', () => {
  assert.deepEqual(writeZip(entries), writeZip(entries));
});
