// Serves the console's built files under /console/, and the page with a style nonce and its CSP.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import type { Exchange, PlainRoute, Reply } from '#protocol/http/exchange.ts';
import { RequestFault } from '#protocol/http/request-fault.ts';

/** Replaced with a new nonce in every response. */
const NONCE_PLACEHOLDER = '__STYLE_NONCE__';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Only the page's own files may run or load; styles that the UI kit adds at run time carry the nonce. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The file's path below the folder; undefined when the request leads out of it. */
function pathBelow(folder: string, requestPath: string): string | undefined {
  const path = normalize(join(folder, requestPath));
  return path.startsWith(folder + sep) && !path.includes('\0') ? path : undefined;
}

function pageReply(content: Buffer): Reply {
  const nonce = randomBytes(18).toString('base64');
  const headers = {
    'content-type': contentTypes['.html'] ?? '',
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy(nonce),
  };
  return { status: 200, headers, body: content.toString('utf8').replaceAll(NONCE_PLACEHOLDER, nonce) };
}

/** Names under `assets` contain a hash, so browsers may cache them. @throws {RequestFault} 404. */
export async function consoleFileReply(folder: string, requestPath: string): Promise<Reply> {
  const path = pathBelow(folder, requestPath);
  const type = contentTypes[extname(path ?? '')];
  // Any read error is a 404 for the caller.
  const content =
    path === undefined || type === undefined ? undefined : await readFile(path).catch(() => undefined);
  if (content === undefined || type === undefined) {
    throw new RequestFault(404, 'not_found', 'The console has no such file.', {
      remedy: 'The console itself is at /console/.',
    });
  }
  if (type.startsWith('text/html')) return pageReply(content);
  return {
    status: 200,
    headers: { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' },
    body: content,
  };
}

/** Routes of the console; `folder` contains the built renderer. */
export function createConsoleRoutes(folder: string): readonly PlainRoute[] {
  const toConsole = ({ basePath }: Exchange): Reply => ({
    status: 302,
    headers: { location: `${basePath}/console/` },
  });
  return [
    { method: 'GET', path: '/', handle: toConsole },
    { method: 'GET', path: '/console', handle: toConsole },
    { method: 'GET', path: '/console/', handle: () => consoleFileReply(folder, 'index.html') },
    {
      method: 'GET',
      path: '/console/:file',
      handle: ({ pathParameters }) => consoleFileReply(folder, pathParameters['file'] ?? ''),
    },
    {
      method: 'GET',
      path: '/console/assets/:file',
      handle: ({ pathParameters }) => consoleFileReply(folder, join('assets', pathParameters['file'] ?? '')),
    },
  ];
}
