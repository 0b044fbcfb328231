// Creates replies for handlers: JSON, HTML, redirects, empty; and header values that are safe to write.
import type { Reply, ReplyHeaders } from './exchange.ts';
import type { Html } from './html.ts';

/** Prevents caching. RFC 6749 §5.1. */
export const NO_STORE: Readonly<Record<'cache-control' | 'pragma', string>> = {
  'cache-control': 'no-store',
  pragma: 'no-cache',
};

/** What a page may do beyond the default: no scripts, own stylesheets, own and inline images. */
export interface HtmlReplyOptions {
  /** Additional CSP sources for styles, e.g. `'sha256-…'`. */
  readonly styleSources?: readonly string[];
  /** Additional CSP sources for images. */
  readonly imageSources?: readonly string[];
  /** CSP sources for fonts; default none. */
  readonly fontSources?: readonly string[];
  /** CSP sources for scripts, e.g. the hash of a page's only inline script; default none. */
  readonly scriptSources?: readonly string[];
  /** CSP sources that forms may post to and be redirected to; default: unrestricted. */
  readonly formTargets?: readonly string[];
  /** CSP sources for frames within the page; default none. */
  readonly frameSources?: readonly string[];
  /** CSP sources that the page's scripts may call; default none. */
  readonly connectSources?: readonly string[];
  /** Any page may frame this one: for the session iframe, which only answers its parent. */
  readonly framedByAnyone?: true;
  readonly headers?: ReplyHeaders;
}

function directive(name: string, sources: readonly string[] | undefined): readonly string[] {
  return sources === undefined ? [] : [`${name} ${sources.join(' ')}`];
}

/**
 * Choice: no `form-action` by default, because Chromium also applies it to redirects after the POST, and a
 * sign-in ends in a redirect to the client and wherever the client leads from there
 * (docs/decisions/0032-content-security-policy.md).
 */
function contentSecurityPolicy(options: HtmlReplyOptions): string {
  return [
    "default-src 'none'",
    `style-src ${["'self'", ...(options.styleSources ?? [])].join(' ')}`,
    `img-src ${["'self'", 'data:', ...(options.imageSources ?? [])].join(' ')}`,
    ...directive('font-src', options.fontSources),
    ...directive('script-src', options.scriptSources),
    ...directive('form-action', options.formTargets),
    ...directive('frame-src', options.frameSources),
    ...directive('connect-src', options.connectSources),
    "base-uri 'none'",
    ...(options.framedByAnyone === true ? [] : ["frame-ancestors 'self'"]),
  ].join('; ');
}

const PLAIN_PAGE_POLICY: string = contentSecurityPolicy({});

/** @throws {TypeError} when the value cannot be represented as JSON. */
export function jsonReply(status: number, value: unknown, headers?: ReplyHeaders): Reply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

/** A page with a strict Content-Security-Policy; never cached. */
export function htmlReply(status: number, page: Html, options?: HtmlReplyOptions): Reply {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': options === undefined ? PLAIN_PAGE_POLICY : contentSecurityPolicy(options),
      'cache-control': 'no-store, must-revalidate, max-age=0',
      // An empty value suppresses the default header.
      ...(options?.framedByAnyone === true ? { 'x-frame-options': '' } : {}),
      ...options?.headers,
    },
    body: page.toString(),
  };
}

/** Percent-encodes what a header cannot contain: spaces, control characters, everything beyond ASCII. */
function asHeaderUrl(url: string): string {
  if (/^[\x21-\x7e]*$/.test(url)) return url;
  return url
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/[^\x21-\x7e]+/gu, (part) => encodeURIComponent(part));
}

/** Redirects with 302, or with 303 when a POST must become a GET. Never cached. */
export function redirectReply(url: string, headers?: ReplyHeaders, status: 302 | 303 = 302): Reply {
  return { status, headers: { ...NO_STORE, ...headers, location: asHeaderUrl(url) } };
}

export function emptyReply(status: number, headers?: ReplyHeaders): Reply {
  return headers === undefined ? { status } : { status, headers };
}

/**
 * A `WWW-Authenticate` value: `Bearer realm="demo", error="invalid_token"`. Undefined members are omitted;
 * characters that a header cannot contain become `?`. RFC 9110 §11.6.1, RFC 6750 §3.
 */
export function challenge(scheme: string, members: Readonly<Record<string, string | undefined>>): string {
  const parts = Object.entries(members).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [`${name}="${value.replace(/[^\x20-\x7e]/gu, '?').replace(/["\\]/g, '\\$&')}"`],
  );
  return parts.length === 0 ? scheme : `${scheme} ${parts.join(', ')}`;
}
