// CORS (Fetch standard): which other origins may read a response, and which may send requests at all.

import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { fixable } from '#protocol/errors/remedy.ts';
import { allowedOrigins } from '#protocol/realm/clients/web-origins.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { Exchange, Reply } from './exchange.ts';
import { isLoopbackHost } from './host-policy.ts';
import { RequestFault } from './request-fault.ts';

const PREFLIGHT_MAX_AGE_SECONDS = 3600;
const ALLOWED_REQUEST_HEADERS =
  'Origin, Accept, X-Requested-With, Content-Type, Access-Control-Request-Method, Access-Control-Request-Headers, DPoP, Authorization, X-Understudy-Test';

/** Response headers for an origin that may read the response. */
export function corsHeaders(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'Access-Control-Allow-Methods, WWW-Authenticate',
    vary: 'Origin',
  };
}

/** Preflight headers: any origin may ask, the actual request decides. `methods` are those of the path. */
export function preflightHeaders(origin: string, methods: readonly string[]): Record<string, string> {
  return {
    ...corsHeaders(origin),
    'access-control-allow-methods': [...methods, 'OPTIONS'].join(', '),
    'access-control-allow-headers': ALLOWED_REQUEST_HEADERS,
    'access-control-max-age': String(PREFLIGHT_MAX_AGE_SECONDS),
  };
}

/** The request's `Origin`, safe to echo; undefined when absent or not a serialized origin. RFC 6454 §7. */
export function readOrigin(headers: Exchange['headers']): string | undefined {
  const origin = headers.origin;
  return origin !== undefined && /^[\x21-\x7e]{1,512}$/.test(origin) ? origin : undefined;
}

/** Lets the request's origin read the reply when `origins` contains it or `*`. */
export function withCors(reply: Reply, exchange: Exchange, origins: readonly string[]): Reply {
  const origin = readOrigin(exchange.headers);
  if (origin === undefined || !(origins.includes(origin) || origins.includes('*'))) return reply;
  return { ...reply, headers: { ...reply.headers, ...corsHeaders(origin) } };
}

/** Whether the origin is this server: its base URL, or another loopback name with the same port. */
export function isOwnOrigin(
  exchange: Pick<Exchange, 'baseUrl' | 'backchannelBaseUrl'>,
  origin: string,
): boolean {
  const own = new URL(exchange.baseUrl);
  if (origin === own.origin || origin === new URL(exchange.backchannelBaseUrl).origin) return true;
  if (!URL.canParse(origin)) return false;
  const other = new URL(origin);
  return (
    other.protocol === own.protocol &&
    other.port === own.port &&
    isLoopbackHost(other.hostname) &&
    isLoopbackHost(own.hostname)
  );
}

/**
 * Rejects a request whose `Origin` is neither this server nor one of the client's web origins, before it has
 * any effect. Compat: Keycloak 26.7 and later; earlier releases answered without CORS headers.
 * @throws {OAuthError} `invalid_request` 403 "Invalid origin".
 */
export function checkOrigin(exchange: Exchange, client: Client): void {
  const header = exchange.headers.origin;
  if (header === undefined || isOwnOrigin(exchange, header)) return;
  const origins = allowedOrigins(client, exchange.baseUrl);
  if (origins.includes('*') || origins.includes(header)) return;
  throw new OAuthError('invalid_request', {
    status: 403,
    description: 'Invalid origin',
    reason: `The request comes from ${header}, which is not among the web origins of client ${client.clientId}.`,
    remedy: fixable(
      { kind: 'add-web-origin', client: client.clientId, value: header },
      `Add "${header}" to webOrigins of client ${client.clientId}, or "+" to allow the origins of its redirect URIs.`,
    ),
    section: 'Fetch §3.2',
  });
}

/**
 * Rejects requests that another site's page sends from the administrator's browser. `trusted` lists further
 * origins, e.g. the window's `app://console`.
 * @throws {RequestFault} 403.
 */
export function checkOwnOrigin(exchange: Exchange, trusted: readonly string[] = []): void {
  const origin = exchange.headers.origin;
  if (origin === undefined || trusted.includes(origin) || isOwnOrigin(exchange, origin)) return;
  throw new RequestFault(403, 'access_denied', 'Pages of other origins may not use this address.', {
    remedy: `Call from ${exchange.baseUrl}, or from a program that sends no Origin header; the request came with Origin ${origin}.`,
    section: 'RFC 6454 §7',
  });
}
