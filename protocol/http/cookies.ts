// Parses Cookie headers, writes Set-Cookie, and decides which requests may get Secure cookies.
import type { Exchange } from './exchange.ts';
import { isLoopbackHost } from './host-policy.ts';

/** Any further cookies are ignored; browsers keep fewer for one host. */
const MAX_COOKIES = 200;
const NO_COOKIES: ReadonlyMap<string, string> = new Map();

export interface CookieAttributes {
  readonly name: string;
  /** Without spaces, quotes, commas, semicolons and backslashes. */
  readonly value: string;
  readonly path: string;
  readonly httpOnly: boolean;
  readonly sameSite: 'None' | 'Lax' | 'Strict';
  /** Absent: a session cookie. 0: deleted at once. */
  readonly maxAgeSeconds?: number;
  /** See {@link isSecureContext}. */
  readonly secure: boolean;
}

function addCookie(cookies: Map<string, string>, pair: string): void {
  const equals = pair.indexOf('=');
  if (equals < 1) return;
  const name = pair.slice(0, equals).trim();
  if (name === '' || cookies.has(name)) return;
  const value = pair.slice(equals + 1).trim();
  const quoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
  cookies.set(name, quoted ? value.slice(1, -1) : value);
}

/**
 * Of two cookies with the same name the first is used: browsers send the longest path first. RFC 6265 §5.4.
 */
export function parseCookies(header: string | undefined): ReadonlyMap<string, string> {
  if (header === undefined || header === '') return NO_COOKIES;
  const cookies = new Map<string, string>();
  for (const pair of header.split(';', MAX_COOKIES)) addCookie(cookies, pair);
  return cookies;
}

const COOKIE_NAME = /^[\w!#$%&'*+\-.^`|~]+$/;
const COOKIE_VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;
const COOKIE_PATH = /^\/[\x20-\x3a\x3c-\x7e]*$/;

/** `None` becomes `Lax` outside a secure context, where browsers would drop the cookie. */
export function sentSameSite({ sameSite, secure }: CookieAttributes): CookieAttributes['sameSite'] {
  return sameSite === 'None' && !secure ? 'Lax' : sameSite;
}

/**
 * A `Set-Cookie` value; see {@link sentSameSite}.
 * @throws {TypeError} when name, value or path could break out of the header. RFC 6265 §4.1.1.
 */
export function setCookie(cookie: CookieAttributes): string {
  if (!COOKIE_NAME.test(cookie.name)) throw new TypeError('the cookie name is not a token');
  if (!COOKIE_VALUE.test(cookie.value))
    throw new TypeError(
      `the value of cookie ${cookie.name} contains characters that are not allowed in cookies`,
    );
  if (!COOKIE_PATH.test(cookie.path)) throw new TypeError(`the path of cookie ${cookie.name} is not a path`);
  const age = cookie.maxAgeSeconds;
  return [
    `${cookie.name}=${cookie.value}`,
    `Path=${cookie.path}`,
    ...(age === undefined ? [] : [`Max-Age=${Math.max(0, Math.floor(age))}`]),
    ...(age !== undefined && age <= 0 ? ['Expires=Thu, 01 Jan 1970 00:00:00 GMT'] : []),
    ...(cookie.secure ? ['Secure'] : []),
    ...(cookie.httpOnly ? ['HttpOnly'] : []),
    `SameSite=${sentSameSite(cookie)}`,
  ].join('; ');
}

/** Chromium and Firefox on desktop and Android; their iOS editions are WebKit and use other names. */
const ACCEPTS_SECURE_ON_LOOPBACK = /\b(?:Headless)?Chrom(?:e|ium)\/|\bFirefox\//;

/**
 * Whether the caller accepts `Secure` cookies: always over HTTPS; over plain HTTP only Chromium and Firefox
 * on a loopback name. Compat: Keycloak treats loopback as secure, too. Safari, older curl releases and the
 * cookie jars of HTTP libraries drop such cookies, so they get `Lax` without `Secure`
 * (docs/differences-to-keycloak.md, "Cookies over plain HTTP").
 */
export function isSecureContext({ baseUrl, headers }: Pick<Exchange, 'baseUrl' | 'headers'>): boolean {
  const userAgent = headers['user-agent'];
  return keepsSecureCookies(baseUrl, userAgent !== undefined && ACCEPTS_SECURE_ON_LOOPBACK.test(userAgent));
}

/** As {@link isSecureContext}, for a caller that accepts `Secure` cookies from a loopback name, or does not. */
export function keepsSecureCookies(baseUrl: string, acceptsOnLoopback: boolean): boolean {
  return baseUrl.startsWith('https:') || (acceptsOnLoopback && isLoopbackHost(new URL(baseUrl).hostname));
}
