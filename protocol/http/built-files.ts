// Files of a built web page, read from a folder of the installation.
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Headers of a file whose name contains a hash of its content. */
export const CACHED_FOREVER: Readonly<Record<string, string>> = {
  'cache-control': 'public, max-age=31536000, immutable',
};

interface BuiltFile {
  readonly type: string;
  readonly content: Buffer;
}

/** The file's path below the folder; undefined when the request leads out of it. */
function pathBelow(folder: string, requestPath: string): string | undefined {
  const path = normalize(join(folder, requestPath));
  return path.startsWith(folder + sep) && !path.includes('\0') ? path : undefined;
}

/** Undefined if there is no such file, it cannot be read, or it is not of a web page. */
export async function readBuiltFile(folder: string, requestPath: string): Promise<BuiltFile | undefined> {
  const path = pathBelow(folder, requestPath);
  const type = CONTENT_TYPES[extname(path ?? '')];
  if (path === undefined || type === undefined) return undefined;
  // Any read error is a 404 for the caller.
  const content = await readFile(path).catch(() => undefined);
  return content === undefined ? undefined : { type, content };
}
