// The issuer identifier of a realm, the addresses of its endpoints, and the context in which tokens are issued and verified.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { IssueContext } from '#protocol/token/token-issuer.ts';

/** The issuer, without trailing slash (OIDC Discovery §3). */
export function issuerOf(exchange: Pick<RealmExchange, 'baseUrl' | 'realm'>): string {
  return `${exchange.baseUrl}/realms/${encodeURIComponent(exchange.realm.name)}`;
}

/** Where the endpoints of a realm are; `base` is a base URL without trailing slash. */
export function protocolUrl(base: string, realmName: string): string {
  return `${base}/realms/${encodeURIComponent(realmName)}/protocol/openid-connect`;
}

/** What issuing and verifying tokens needs of an exchange. */
export function tokenContext(exchange: RealmExchange): IssueContext {
  return { realm: exchange.realm, issuer: issuerOf(exchange), clock: exchange.clock };
}
