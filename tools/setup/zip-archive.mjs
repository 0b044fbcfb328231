// Unpacks a ZIP file: stored and deflated entries, Unix modes and links, with checks of path and checksum.
import { closeSync, fstatSync, mkdirSync, openSync, readSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize, sep } from 'node:path';
import { inflateRawSync } from 'node:zlib';

const END_RECORD = 0x06054b50;
const CENTRAL_ENTRY = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;
const LINK = 0o120000;
const FILE_TYPE = 0o170000;

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** CRC-32 as ZIP uses it; Node has its own only from version 22. */
function crc32(bytes) {
  let crc = -1;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return ~crc >>> 0;
}

function readAt(file, position, length) {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const count = readSync(file, bytes, done, length - done, position + done);
    if (count === 0) throw new Error('zip: the file ends too early');
    done += count;
  }
  return bytes;
}

function readDirectory(file) {
  const { size } = fstatSync(file);
  const tail = readAt(file, Math.max(0, size - 65_557), Math.min(size, 65_557));
  let end = tail.length - 22;
  while (end >= 0 && tail.readUInt32LE(end) !== END_RECORD) end--;
  if (end < 0) throw new Error('zip: no end record');
  const count = tail.readUInt16LE(end + 10);
  const position = tail.readUInt32LE(end + 16);
  if (position === 0xffffffff || count === 0xffff) throw new Error('zip: zip64 is not supported');
  return { count, bytes: readAt(file, position, tail.readUInt32LE(end + 12)) };
}

/** The entries of a ZIP file that are not folders, from its central directory. */
function readEntries(file) {
  const { count, bytes } = readDirectory(file);
  const entries = [];
  for (let index = 0, at = 0; index < count; index++) {
    if (bytes.readUInt32LE(at) !== CENTRAL_ENTRY) throw new Error('zip: damaged directory');
    const nameLength = bytes.readUInt16LE(at + 28);
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
      method: bytes.readUInt16LE(at + 10),
      checksum: bytes.readUInt32LE(at + 16),
      packedSize: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      mode: bytes.readUInt32LE(at + 38) >>> 16,
      position: bytes.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries.filter((entry) => !entry.name.endsWith('/'));
}

function readContent(file, entry) {
  const header = readAt(file, entry.position, 30);
  const start = entry.position + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = readAt(file, start, entry.packedSize);
  if (entry.method !== STORED && entry.method !== DEFLATED) throw new Error(`zip: method ${entry.method}`);
  const content =
    entry.method === STORED ? packed : inflateRawSync(packed, { maxOutputLength: entry.size + 1 });
  if (content.length !== entry.size || crc32(content) !== entry.checksum) {
    throw new Error(`zip: ${entry.name} is damaged`);
  }
  return content;
}

function isInside(path) {
  const normal = normalize(path);
  return !isAbsolute(normal) && normal !== '..' && !normal.startsWith(`..${sep}`);
}

function writeEntry(file, entry, target) {
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, readContent(file, entry), { mode: entry.mode & 0o777 || 0o644 });
}

function writeLink(file, entry, folder, path) {
  const to = readContent(file, entry).toString('utf8');
  if (isAbsolute(to) || !isInside(join(dirname(path), to))) throw new Error(`zip: link ${path} leads out`);
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  symlinkSync(to, join(folder, path));
}

/**
 * Unpacks a ZIP file into a folder. `rename` gives the path below the folder, or undefined to leave the entry out.
 * @throws Error for a damaged archive, or one that wants to write outside the folder.
 */
export function unpackZip(archive, folder, rename = (name) => name) {
  const file = openSync(archive, 'r');
  try {
    const entries = readEntries(file)
      .map((entry) => ({ entry, path: rename(entry.name), isLink: (entry.mode & FILE_TYPE) === LINK }))
      .filter(({ path }) => path !== undefined);
    const outside = entries.find(({ path }) => !isInside(path));
    if (outside !== undefined) throw new Error(`zip: ${outside.entry.name} leads out of the folder`);
    for (const { entry, path, isLink } of entries) if (!isLink) writeEntry(file, entry, join(folder, path));
    // Last, so that no entry is written through a link.
    for (const { entry, path, isLink } of entries) if (isLink) writeLink(file, entry, folder, path);
  } finally {
    closeSync(file);
  }
}
