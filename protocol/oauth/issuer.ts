// The issuer identifier of a realm, and the addresses of its endpoints.
import type { RealmExchange } from '#protocol/http/exchange.ts';

/** The issuer, without trailing slash (OIDC Discovery §3). */
export function issuerOf(exchange: Pick<RealmExchange, 'baseUrl' | 'realm'>): string {
  return `${exchange.baseUrl}/realms/${encodeURIComponent(exchange.realm.name)}`;
}

/** Where the endpoints of a realm are; `base` is a base URL without trailing slash. */
export function protocolUrl(base: string, realmName: string): string {
  return `${base}/realms/${encodeURIComponent(realmName)}/protocol/openid-connect`;
}
