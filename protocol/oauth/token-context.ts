// The addresses of a realm's endpoints, and the context in which its tokens are issued and verified.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { issuerOf } from '#protocol/http/issuer.ts';
import type { IssueContext } from '#protocol/token/token-issuer.ts';

/** Where the endpoints of a realm are; `base` is a base URL without trailing slash. */
export function protocolUrl(base: string, realmName: string): string {
  return `${base}/realms/${encodeURIComponent(realmName)}/protocol/openid-connect`;
}

/** What issuing and verifying tokens needs of an exchange. */
export function tokenContext(exchange: RealmExchange): IssueContext {
  return { realm: exchange.realm, issuer: issuerOf(exchange), clock: exchange.clock };
}
