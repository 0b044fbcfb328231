// The base of a realm's endpoint URLs, and the context for issuing and verifying tokens.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { issuerOf } from '#protocol/http/issuer.ts';
import type { IssueContext } from '#protocol/token/token-issuer.ts';

/** Base of the realm's endpoint URLs; `base` has no trailing slash. */
export function protocolUrl(base: string, realmName: string): string {
  return `${base}/realms/${encodeURIComponent(realmName)}/protocol/openid-connect`;
}

export function tokenContext(exchange: RealmExchange): IssueContext {
  return { realm: exchange.realm, issuer: issuerOf(exchange), clock: exchange.clock };
}
