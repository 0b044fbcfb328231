// Files of themes, at Keycloak's addresses.
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Exchange, PlainRoute, Reply } from '#protocol/http/exchange.ts';
import { RequestFault } from '#protocol/http/request-fault.ts';
import type { Theme } from '#protocol/themes/theme.ts';

/** Compat: Keycloak has a value here that changes with its version. */
const VERSION = 'theme';

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

type ThemeType = 'login' | 'common';

type Host = Pick<Exchange, 'basePath'>;

function filePath({ basePath }: Host, type: ThemeType, { name }: Theme, path: string): string {
  return `${basePath}/resources/${VERSION}/${type}/${encodeURIComponent(name)}/${encodePath(path)}`;
}

/** Path of a file below `resources` of a theme, from the root of the host. */
export const themeFilePath = (host: Host, theme: Theme, path: string): string =>
  filePath(host, 'login', theme, path);

/** The same of the theme's `common` theme. */
export const commonFilePath = (host: Host, theme: Theme, path: string): string =>
  filePath(host, 'common', theme, path);

const TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.eot': 'application/vnd.ms-fontobject',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.otf': 'font/otf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** Theme authors reload pages to see their changes. An image that is opened on its own runs no scripts. */
const HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
};

type FindFile = (theme: Theme, path: string) => string | undefined;

function fileRoute(type: ThemeType, find: FindFile): PlainRoute {
  return {
    method: 'GET',
    path: `/resources/:version/${type}/:theme/*file`,
    background: true,
    handle: async ({ themes, pathParameters }) => {
      const name = pathParameters['theme'] ?? '';
      const path = pathParameters['file'] ?? '';
      return replyWithFile(themes.has(name) ? find(themes.find(name), path) : undefined, name, path);
    },
  };
}

async function replyWithFile(file: string | undefined, name: string, path: string): Promise<Reply> {
  // Any read error is a missing file for the caller.
  const body = file === undefined ? undefined : await readFile(file).catch(() => undefined);
  if (file === undefined || body === undefined)
    throw new RequestFault(404, 'not_found', `Theme ${name} has no file ${path}.`, {
      remedy: 'Files of a theme are in its folder login/resources, or in that of a parent.',
    });
  const type = TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream';
  return { status: 200, headers: { 'content-type': type, ...HEADERS }, body };
}

export const THEME_FILE_ROUTES: readonly PlainRoute[] = [
  fileRoute('login', (theme, path) => theme.findResource(path)),
  fileRoute('common', (theme, path) => theme.findCommonResource(path)),
];
