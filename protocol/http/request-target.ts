// Reads and checks a request's target and Host before anything else is processed.
import type { IncomingMessage } from 'node:http';
import type { BaseUrls, HostPolicy } from './host-policy.ts';
import { RequestFault } from './request-fault.ts';

/** Maximum length of a request target in characters. */
export const MAX_TARGET_LENGTH: number = 8 * 1024;

export interface RequestTarget {
  readonly urls: BaseUrls;
  /** Still percent-encoded. `*` for a request about the whole server. */
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

function checkHost(policy: HostPolicy, host: string | undefined, secure: boolean): BaseUrls {
  const check = policy.check(host, secure);
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
      remedy: `Call it as localhost, or start it with --hostname=http://${host ?? 'name'} if that is its name.`,
      section: 'RFC 9110 §7.4',
    },
  );
}

/**
 * @throws {RequestFault} 400 malformed target or Host, 403 foreign Host, 414 target too long. RFC 9112 §3.2.
 */
export function readRequestTarget(
  request: IncomingMessage,
  policy: HostPolicy,
  secure: boolean,
): RequestTarget {
  const sent = request.url ?? '';
  const absolute = sent.startsWith('/') || sent === '*' ? undefined : splitAbsoluteForm(sent);
  if (countHostHeaders(request.rawHeaders) > 1) {
    throw new RequestFault(400, 'invalid_request', 'There is more than one header Host.', {
      section: 'RFC 9112 §3.2',
    });
  }
  const urls = checkHost(policy, absolute?.host ?? request.headers.host, secure);
  if (sent.length > MAX_TARGET_LENGTH) {
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
  const target = absolute?.rest ?? sent;
  if (!(target.startsWith('/') || target === '*')) {
    throw new RequestFault(400, 'invalid_request', 'The address must begin with a slash.', {
      section: 'RFC 9112 §3.2',
    });
  }
  const hash = target.indexOf('#');
  const beforeFragment = hash === -1 ? target : target.slice(0, hash);
  const question = beforeFragment.indexOf('?');
  if (question === -1) return { urls, path: beforeFragment, query: '' };
  return { urls, path: beforeFragment.slice(0, question), query: beforeFragment.slice(question + 1) };
}
