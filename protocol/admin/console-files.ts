// Serves the console's built files under /console/, and the page with a style nonce and its CSP.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { CACHED_FOREVER, readBuiltFile } from '#protocol/http/built-files.ts';
import type { Exchange, PlainRoute, Reply } from '#protocol/http/exchange.ts';
import { RequestFault } from '#protocol/http/request-fault.ts';

/** Replaced with a new nonce in every response. */
const NONCE_PLACEHOLDER = '__STYLE_NONCE__';

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

function pageReply(content: Buffer): Reply {
  const nonce = randomBytes(18).toString('base64');
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy(nonce),
  };
  return { status: 200, headers, body: content.toString('utf8').replaceAll(NONCE_PLACEHOLDER, nonce) };
}

/** Names under `assets` contain a hash, so browsers may cache them. @throws {RequestFault} 404. */
export async function consoleFileReply(folder: string, requestPath: string): Promise<Reply> {
  const file = await readBuiltFile(folder, requestPath);
  if (file === undefined) {
    throw new RequestFault(404, 'not_found', 'The console has no such file.', {
      remedy: 'The console itself is at /console/.',
    });
  }
  const { type, content } = file;
  if (type.startsWith('text/html')) return pageReply(content);
  return {
    status: 200,
    headers: { 'content-type': type, ...CACHED_FOREVER },
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
