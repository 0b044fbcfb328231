// Writes a flat asar archive, the container in which Electron looks for its default application.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The bytes of an asar archive: two length-prefixed headers, a JSON directory, then the files one after another. */
function encodeAsar(files) {
  let offset = 0;
  const directory = {};
  for (const [name, content] of files) {
    directory[name] = { size: content.length, offset: String(offset) };
    offset += content.length;
  }
  const json = Buffer.from(JSON.stringify({ files: directory }));
  const padded = Math.ceil(json.length / 4) * 4;
  const head = Buffer.alloc(16 + padded);
  head.writeUInt32LE(4, 0);
  head.writeUInt32LE(8 + padded, 4);
  head.writeUInt32LE(4 + padded, 8);
  head.writeUInt32LE(json.length, 12);
  json.copy(head, 16);
  return Buffer.concat([head, ...files.map(([, content]) => content)]);
}

/** Packs the files of a folder (no subfolders) into the archive `target`. */
export function writeAsar(folder, target) {
  const names = readdirSync(folder).sort();
  writeFileSync(target, encodeAsar(names.map((name) => [name, readFileSync(join(folder, name))])));
}
