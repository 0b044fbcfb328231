// Realm checks that every endpoint runs first: the realm is enabled, and the connection meets `sslRequired`.

import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { fixable, type Remedy } from '#protocol/errors/remedy.ts';
import type { RealmExchange } from './exchange.ts';

/** Why a request cannot use its realm. */
export interface RealmProblem {
  readonly code: 'invalid_request' | 'access_denied';
  /** Sent to the caller. */
  readonly description: string;
  readonly reason: string;
  readonly remedy: Remedy;
}

/** Loopback, private and link-local: IPv4 (RFC 1918, RFC 3927), IPv6 (RFC 4193, RFC 4291 §2.5.6). */
const LOCAL_ADDRESS =
  /^(?:127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cd]|fe[89ab])/i;

const LOOPBACK_ADDRESS = /^(?:127\.|::1$)/;

interface RealmCheck {
  /** Accept plain HTTP over loopback whatever `sslRequired` says: for calls the server makes to itself. */
  readonly trustLoopback?: boolean;
}

function needsHttps({ realm, baseUrl, remoteAddress, tls }: RealmExchange): boolean {
  if (realm.sslRequired === 'none' || tls !== undefined || baseUrl.startsWith('https:')) return false;
  return realm.sslRequired === 'all' || !LOCAL_ADDRESS.test(remoteAddress.replace(/^::ffff:/i, ''));
}

/** Undefined when the realm can be used. Compat: texts, order and `sslRequired` are Keycloak's. */
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
      remedy: fixable(
        { kind: 'allow-http', realm: realm.name },
        `Set sslRequired of realm ${realm.name} to none, or call by HTTPS.`,
      ),
    };
  }
  if (realm.enabled) return undefined;
  return {
    code: 'access_denied',
    description: 'Realm not enabled',
    reason: `Realm ${realm.name} is disabled.`,
    remedy: fixable({ kind: 'enable-realm', realm: realm.name }),
  };
}

/**
 * @throws {OAuthError} 403: `invalid_request` if HTTPS is required, `access_denied` if the realm is disabled.
 */
export function checkRealm(exchange: RealmExchange, check: RealmCheck = {}): void {
  const problem = findRealmProblem(exchange, check);
  if (problem === undefined) return;
  const { code, ...details } = problem;
  throw new OAuthError(code, { ...details, status: 403, section: 'RFC 6749 §5.2' });
}
