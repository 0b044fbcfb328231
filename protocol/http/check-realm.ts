// What every endpoint asks of its realm first: that it is enabled, and that the connection is as safe as it wants.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange } from './exchange.ts';

/** Why a realm cannot be used by a request. */
export interface RealmProblem {
  readonly code: 'invalid_request' | 'access_denied';
  /** What the caller is told. */
  readonly description: string;
  readonly reason: string;
  readonly remedy: string;
}

/** Addresses of this machine and of private networks, as text of a socket: IPv4 (RFC 1918, RFC 3927), IPv6 (RFC 4193, RFC 4291 §2.5.6). */
const NEAR_ADDRESS = /^(?:127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cd]|fe[89ab])/i;

const LOOPBACK_ADDRESS = /^(?:127\.|::1$)/;

/** What an endpoint makes of plain HTTP. */
interface RealmCheck {
  /** What never leaves the machine needs no HTTPS, whatever the realm wants: for calls of the server to itself. */
  readonly trustLoopback?: boolean;
}

function needsHttps({ realm, baseUrl, remoteAddress, tls }: RealmExchange): boolean {
  if (realm.sslRequired === 'none' || tls !== undefined || baseUrl.startsWith('https:')) return false;
  return realm.sslRequired === 'all' || !NEAR_ADDRESS.test(remoteAddress.replace(/^::ffff:/i, ''));
}

/** Why the realm cannot be used, or undefined. Compat: texts and order are Keycloak's, `sslRequired` as there. */
export function findRealmProblem(
  exchange: RealmExchange,
  { trustLoopback = false }: RealmCheck = {},
): RealmProblem | undefined {
  const { realm, remoteAddress } = exchange;
  const isTrusted = trustLoopback && LOOPBACK_ADDRESS.test(remoteAddress.replace(/^::ffff:/i, ''));
  if (!isTrusted && needsHttps(exchange)) {
    return {
      code: 'invalid_request',
      description: 'HTTPS required',
      reason: `Realm ${realm.name} has sslRequired ${realm.sslRequired}, and ${remoteAddress} came over plain HTTP.`,
      remedy: `Set sslRequired of realm ${realm.name} to none, or call by HTTPS.`,
    };
  }
  if (realm.enabled) return undefined;
  return {
    code: 'access_denied',
    description: 'Realm not enabled',
    reason: `Realm ${realm.name} is disabled.`,
    remedy: `Set enabled of realm ${realm.name} to true.`,
  };
}

/** @throws {OAuthError} 403 `invalid_request` without HTTPS where the realm wants it, 403 `access_denied` for a disabled realm. */
export function checkRealm(exchange: RealmExchange, check: RealmCheck = {}): void {
  const problem = findRealmProblem(exchange, check);
  if (problem === undefined) return;
  const { code, ...details } = problem;
  throw new OAuthError(code, { ...details, status: 403, section: 'RFC 6749 §5.2' });
}
