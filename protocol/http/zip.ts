// Writes a ZIP archive of a few small text files, uncompressed (APPNOTE.TXT 4.3).
import { crc32 } from 'node:zlib';

/** `name` is ASCII. */
export interface ZipEntry {
  readonly name: string;
  readonly content: string;
}

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
/** 2.0, sufficient for plain files. */
const VERSION = 20;
/** 1980-01-01, the format's earliest date: the same files give the same bytes. */
const DOS_DATE = (1 << 5) | 1;
/** Size of the fields that both headers share, from version to length of the extra field. */
const SHARED_BYTES = 26;

function sharedFields(name: Buffer, content: Buffer): Buffer {
  const fields = Buffer.alloc(SHARED_BYTES);
  fields.writeUInt16LE(VERSION, 0);
  fields.writeUInt16LE(DOS_DATE, 8);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(content.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function centralHeader(shared: Buffer, name: Buffer, offset: number): Buffer {
  const madeBy = Buffer.from([VERSION, 0]);
  // No comment, first disk, no attributes, then the offset of the local header.
  const place = Buffer.alloc(14);
  place.writeUInt32LE(offset, 10);
  return Buffer.concat([uint32(CENTRAL_HEADER), madeBy, shared, place, name]);
}

/** The bytes of the archive; entries keep their order. */
export function writeZip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name, 'ascii');
    const content = Buffer.from(entry.content, 'utf8');
    const shared = sharedFields(name, content);
    const file = Buffer.concat([uint32(LOCAL_HEADER), shared, name, content]);
    directory.push(centralHeader(shared, name, offset));
    files.push(file);
    offset += file.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_OF_DIRECTORY, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, central, end]);
}
