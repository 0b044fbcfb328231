// Reads and checks a request's target and Host before anything else is processed.
import type { IncomingMessage } from 'node:http';
import type { BaseUrls, CalledAs, HostPolicy } from './host-policy.ts';
import { RequestFault } from './request-fault.ts';
import type { RequestOrigin } from './request-origin.ts';

/** Maximum length of a request target in characters. */
export const MAX_TARGET_LENGTH: number = 8 * 1024;

export interface RequestTarget {
  readonly urls: BaseUrls;
  /** Below the base path, still percent-encoded. `*` for a request about the whole server. */
  readonly path: string;
  /** Without question mark, still percent-encoded. */
  readonly query: string;
}

function countHostHeaders(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

/** Splits `http://host/path`, as sent to proxies; its authority replaces Host. RFC 9112 §3.2.2. */
function splitAbsoluteForm(target: string): { host: string; rest: string } | undefined {
  const match = /^https?:\/\/([^/?#]+)(.*)$/i.exec(target);
  if (match === null) return undefined;
  const rest = match[2] ?? '';
  return { host: match[1] ?? '', rest: rest.startsWith('/') ? rest : `/${rest}` };
}

/**
 * The host that the request calls. HTTP/1.0 has no Host header, so the address of the connection is used: shell
 * health checks send such requests, browsers never do.
 */
function calledHost({ headers, httpVersion, socket }: IncomingMessage): string | undefined {
  if (headers.host !== undefined || httpVersion !== '1.0') return headers.host;
  const { localAddress, localPort } = socket;
  if (localAddress === undefined || localPort === undefined) return undefined;
  const address = localAddress.replace(/^::ffff:/, '');
  return `${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}

function checkHost(policy: HostPolicy, called: CalledAs): BaseUrls {
  const check = policy.check(called);
  if (check.outcome === 'allowed') return check.urls;
  if (check.outcome === 'malformed') {
    throw new RequestFault(400, 'invalid_request', 'The header Host is missing or malformed.', {
      section: 'RFC 9112 §3.2',
    });
  }
  throw new RequestFault(
    403,
    'access_denied',
    'This server does not answer under the name in the header Host.',
    {
      remedy: `Call it as localhost, or start it with --hostname=http://${called.host} if that is its name.`,
      section: 'RFC 9110 §7.4',
    },
  );
}

/** What targets are read with. */
export interface TargetRules {
  readonly hosts: HostPolicy;
  /** Paths below which everything is served, longest first: `['']`, or `['/auth']`. */
  readonly basePaths: readonly [string, ...string[]];
}

/** The base path that a path begins with, if any. */
function findBasePath(basePaths: readonly string[], path: string): string | undefined {
  return basePaths.find((base) => path === base || path.startsWith(`${base}/`));
}

function checkLength(target: string): void {
  if (target.length <= MAX_TARGET_LENGTH) return;
  throw new RequestFault(
    414,
    'invalid_request',
    `The address is longer than ${MAX_TARGET_LENGTH} characters.`,
    {
      remedy: 'Send long parameters in a form by POST.',
      section: 'RFC 9110 §15.5.15',
    },
  );
}

function splitTarget(target: string): { path: string; query: string } {
  const hash = target.indexOf('#');
  const beforeFragment = hash === -1 ? target : target.slice(0, hash);
  const question = beforeFragment.indexOf('?');
  if (question === -1) return { path: beforeFragment, query: '' };
  return { path: beforeFragment.slice(0, question), query: beforeFragment.slice(question + 1) };
}

/**
 * Compat: the root leads to the base path.
 * @throws {RequestFault} 400 malformed target or Host, 403 foreign Host, 404 outside the base path, 414 target
 * too long. RFC 9112 §3.2.
 */
export function readRequestTarget(
  request: IncomingMessage,
  { hosts, basePaths }: TargetRules,
  origin: RequestOrigin,
): RequestTarget | { readonly redirectTo: string } {
  const sent = request.url ?? '';
  const absolute = sent.startsWith('/') || sent === '*' ? undefined : splitAbsoluteForm(sent);
  checkHostCount(request);
  const { path, query } = splitTarget(absolute?.rest ?? sent);
  const basePath = path === '*' ? '' : findBasePath(basePaths, path);
  const { isSecure, prefix, isProxied } = origin;
  const host = absolute?.host ?? origin.host ?? calledHost(request);
  const calledPath = `${prefix}${basePath ?? basePaths[0]}`;
  const urls = checkHost(hosts, { host, isSecure, path: calledPath, isProxied });
  checkLength(sent);
  checkPath(path);
  if (basePath !== undefined) return { urls, path: path.slice(basePath.length) || '/', query };
  if (path === '/') return { redirectTo: `${urls.basePath}/` };
  throw outsideBasePath(basePaths[0]);
}

function checkHostCount(request: IncomingMessage): void {
  if (countHostHeaders(request.rawHeaders) < 2) return;
  throw new RequestFault(400, 'invalid_request', 'There is more than one header Host.', {
    section: 'RFC 9112 §3.2',
  });
}

function checkPath(path: string): void {
  if (path.startsWith('/') || path === '*') return;
  throw new RequestFault(400, 'invalid_request', 'The address must begin with a slash.', {
    section: 'RFC 9112 §3.2',
  });
}

function outsideBasePath(basePath: string): RequestFault {
  return new RequestFault(404, 'not_found', 'There is nothing at this address.', {
    remedy: `Everything is served below ${basePath}, the value of http-relative-path.`,
    section: 'RFC 9110 §15.5.5',
  });
}
