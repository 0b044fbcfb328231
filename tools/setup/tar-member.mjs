// Takes one file out of a .tgz as a stream, so that a large archive is never held in memory.

import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

const BLOCK = 512;

function readText(block, from, length) {
  const field = block.toString('utf8', from, from + length);
  const end = field.indexOf('\0');
  return end === -1 ? field : field.slice(0, end);
}

/** Name and size of a tar header block, or undefined for the zero block that ends an archive. */
function readHeader(block) {
  const name = readText(block, 0, 100);
  if (name === '') return undefined;
  const size = Number.parseInt(readText(block, 124, 12).trim(), 8);
  if (!Number.isSafeInteger(size)) throw new Error(`tar: size of ${name} cannot be read`);
  return { name, size };
}

/** Reads the stream in pieces of the sizes that it is asked for. */
function createPieceReader(stream) {
  const chunks = stream[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0);
  return {
    /** At least one byte and at most `limit`; undefined at the end. */
    async some(limit) {
      if (rest.length === 0) {
        const next = await chunks.next();
        if (next.done) return undefined;
        rest = next.value;
      }
      const piece = rest.subarray(0, limit);
      rest = rest.subarray(piece.length);
      return piece;
    },
  };
}

async function readBlock(reader) {
  const parts = [];
  for (let missing = BLOCK; missing > 0; ) {
    const piece = await reader.some(missing);
    if (piece === undefined) return undefined;
    parts.push(piece);
    missing -= piece.length;
  }
  return Buffer.concat(parts);
}

async function pass(reader, length, take) {
  for (let left = length; left > 0; ) {
    const piece = await reader.some(left);
    if (piece === undefined) throw new Error('tar: the archive ends too early');
    left -= piece.length;
    await take(piece);
  }
}

/**
 * Writes the member `wanted` of a gzipped tar archive to the file `target`.
 * @throws Error when the archive is damaged or has no such member.
 */
export async function extractTarMember(archive, wanted, target) {
  const source = createReadStream(archive);
  const unzipped = createGunzip();
  source.on('error', (error) => unzipped.destroy(error));
  const reader = createPieceReader(source.pipe(unzipped));
  try {
    for (;;) {
      const block = await readBlock(reader);
      const header = block === undefined ? undefined : readHeader(block);
      if (header === undefined) throw new Error(`tar: ${wanted} is not in the archive`);
      if (header.name === wanted) return await writeMember(reader, header.size, target);
      await pass(reader, Math.ceil(header.size / BLOCK) * BLOCK, () => undefined);
    }
  } finally {
    source.destroy();
    unzipped.destroy();
  }
}

async function writeMember(reader, size, target) {
  const file = createWriteStream(target);
  await pass(reader, size, async (piece) => {
    if (!file.write(piece)) await once(file, 'drain');
  });
  file.end();
  await finished(file);
}
