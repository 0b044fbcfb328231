// Unpacks the stand-in's npm package and its ZIP file. Imports libraries late: `npm ci` installs them.
import { createWriteStream, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize, sep } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

const LINK = 0o120000;
const FILE_TYPE = 0o170000;

/**
 * Writes the member `wanted` of a gzipped tar archive into `folder`, without its parent folders, and returns
 * its path.
 * @throws Error if the archive is damaged or has no such member.
 */
export async function extractMember(archive, wanted, folder) {
  const { extract } = await import('tar');
  let found = false;
  const isWanted = (path) => path === wanted;
  const onReadEntry = () => {
    found = true;
  };
  const strip = wanted.split('/').length - 1;
  await extract({ file: archive, cwd: folder, strip, strict: true, filter: isWanted, onReadEntry });
  if (!found) throw new Error(`${wanted} is not in the archive`);
  return join(folder, wanted.slice(wanted.lastIndexOf('/') + 1));
}

function leadsOut(path) {
  const normal = normalize(path);
  return isAbsolute(path) || normal === '..' || normal.startsWith(`..${sep}`);
}

/** Writes one entry; a link is only read and returned, to be created last. */
async function writeEntry(zip, entry, path, target) {
  if (leadsOut(path)) throw new Error(`${entry.fileName} leads out of the folder`);
  const mode = entry.externalFileAttributes >>> 16;
  const content = await zip.openReadStreamPromise(entry);
  mkdirSync(dirname(target), { recursive: true });
  if ((mode & FILE_TYPE) === LINK) return [{ path, target, to: await text(content) }];
  await pipeline(content, createWriteStream(target, { mode: mode & 0o777 || 0o644 }));
  return [];
}

/**
 * Unpacks a ZIP file into a folder, including modes and links. `rename` returns the path below the folder, or
 * undefined to skip the entry.
 * @throws Error for a damaged archive, or one that would write outside the folder.
 */
export async function unpackZip(archive, folder, rename = (name) => name) {
  const { openPromise } = await import('yauzl');
  const zip = await openPromise(archive);
  const links = [];
  for await (const entry of zip.eachEntry()) {
    const path = entry.fileName.endsWith('/') ? undefined : rename(entry.fileName);
    if (path !== undefined) links.push(...(await writeEntry(zip, entry, path, join(folder, path))));
  }
  // Last, so that no entry is written through a link.
  for (const { path, target, to } of links) {
    if (isAbsolute(to) || leadsOut(join(dirname(path), to)))
      throw new Error(`link ${path} leads out of the folder`);
    symlinkSync(to, target);
  }
}
