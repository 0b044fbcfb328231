// The browser's cookies: names, attributes, reading and writing.
import { createRandomText, sha256Base64Url } from '#protocol/crypto/identifiers.ts';
import { type CookieAttributes, isSecureContext, setCookie } from '#protocol/http/cookies.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { UserSession } from '#protocol/store/store.ts';

const AUTH_SESSION = 'AUTH_SESSION_ID';
const IDENTITY = 'KEYCLOAK_IDENTITY';
const SESSION = 'KEYCLOAK_SESSION';
const REMEMBER_ME = 'KEYCLOAK_REMEMBER_ME';

/** The language that a person has chosen. */
export const LOCALE_COOKIE = 'KEYCLOAK_LOCALE';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** 32 random bytes in base64url. */
const BROWSER_ID = /^[\w-]{43}$/;

interface CookieOptions {
  readonly httpOnly?: boolean;
  /** Absent: until the browser is closed. 0: delete the cookie. */
  readonly maxAgeSeconds?: number;
}

/** Where cookies of a realm are set. */
export interface CookiePlace {
  readonly realm: { readonly name: string };
  readonly basePath: string;
  /** Whether the browser keeps `Secure` cookies. */
  readonly secure: boolean;
}

function placeOf(exchange: RealmExchange): CookiePlace {
  return { realm: exchange.realm, basePath: exchange.basePath, secure: isSecureContext(exchange) };
}

function describe(
  { realm, basePath, secure }: CookiePlace,
  name: string,
  value: string,
  options: CookieOptions = {},
): CookieAttributes {
  return {
    name,
    value,
    path: `${basePath}/realms/${encodeURIComponent(realm.name)}/`,
    httpOnly: options.httpOnly ?? true,
    sameSite: 'None',
    secure,
    ...(options.maxAgeSeconds === undefined ? {} : { maxAgeSeconds: options.maxAgeSeconds }),
  };
}

function write(exchange: RealmExchange, name: string, value: string, options?: CookieOptions): string {
  return setCookie(describe(placeOf(exchange), name, value, options));
}

/** Adds `Set-Cookie` values to a reply. */
export function withCookies(reply: Reply, cookies: readonly string[]): Reply {
  if (cookies.length === 0) return reply;
  const present = reply.headers?.['set-cookie'] ?? [];
  const all = [...(typeof present === 'string' ? [present] : present), ...cookies];
  return { ...reply, headers: { ...reply.headers, 'set-cookie': all } };
}

/** The identifier that binds forms to the browser; undefined when missing or malformed. */
export function readBrowserId(exchange: RealmExchange): string | undefined {
  const value = exchange.cookies.get(AUTH_SESSION);
  return value !== undefined && BROWSER_ID.test(value) ? value : undefined;
}

/** The browser's identifier, shared by all its tabs; creates one with its cookie if needed. */
export function ensureBrowserId(exchange: RealmExchange): { browserId: string; cookies: string[] } {
  const present = readBrowserId(exchange);
  if (present !== undefined) return { browserId: present, cookies: [] };
  const browserId = createRandomText(32);
  return { browserId, cookies: [write(exchange, AUTH_SESSION, browserId)] };
}

/** The value of the identity cookie, not verified. */
export function readIdentityCookie(exchange: RealmExchange): string | undefined {
  return exchange.cookies.get(IDENTITY);
}

/**
 * The cookies of a session. `identity` is the signed value, `lifespanSeconds` the session's maximum lifespan. Scripts
 * can read `KEYCLOAK_SESSION`: the session iframe compares it with the hash of `session_state` (OIDC Session
 * Management §3). The user name is remembered for a year.
 */
export function describeSessionCookies(
  place: CookiePlace,
  session: Pick<UserSession, 'id' | 'rememberMe' | 'username'>,
  identity: string,
  lifespanSeconds: number,
): readonly CookieAttributes[] {
  const { id, rememberMe, username } = session;
  const remembered = `username:${encodeURIComponent(username)}`;
  return [
    describe(place, IDENTITY, identity, rememberMe ? { maxAgeSeconds: lifespanSeconds } : {}),
    describe(place, SESSION, sha256Base64Url(id), { httpOnly: false, maxAgeSeconds: lifespanSeconds }),
    ...(rememberMe ? [describe(place, REMEMBER_ME, remembered, { maxAgeSeconds: YEAR_SECONDS })] : []),
  ];
}

/** `Set-Cookie` values of {@link describeSessionCookies}; a user name that is not to be remembered is forgotten. */
export function sessionCookies(
  exchange: RealmExchange,
  session: Pick<UserSession, 'id' | 'rememberMe' | 'username'>,
  identity: string,
  lifespanSeconds: number,
): string[] {
  const cookies = describeSessionCookies(placeOf(exchange), session, identity, lifespanSeconds).map(
    setCookie,
  );
  const isStale = !session.rememberMe && exchange.cookies.has(REMEMBER_ME);
  return isStale ? [...cookies, write(exchange, REMEMBER_ME, '', { maxAgeSeconds: 0 })] : cookies;
}

/** The remembered user name; undefined when the cookie is missing or malformed. */
export function readRememberedUsername(exchange: RealmExchange): string | undefined {
  const value = exchange.cookies.get(REMEMBER_ME);
  if (value === undefined || !value.startsWith('username:')) return undefined;
  try {
    return decodeURIComponent(value.slice('username:'.length));
  } catch {
    return undefined;
  }
}

/** Deletes the session's cookies and the remembered user name. */
export function expiredCookies(exchange: RealmExchange): string[] {
  return [
    write(exchange, IDENTITY, '', { maxAgeSeconds: 0 }),
    write(exchange, SESSION, '', { httpOnly: false, maxAgeSeconds: 0 }),
    write(exchange, REMEMBER_ME, '', { maxAgeSeconds: 0 }),
  ];
}

/** Compat: keeps the language until the browser is closed; undefined: forgets it. */
export function localeCookie(exchange: RealmExchange, locale: string | undefined): string {
  return locale === undefined
    ? write(exchange, LOCALE_COOKIE, '', { maxAgeSeconds: 0 })
    : write(exchange, LOCALE_COOKIE, encodeURIComponent(locale));
}
