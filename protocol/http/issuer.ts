// The realm's own name towards clients of every protocol: issuer of tokens, entity identifier of the identity provider.
import type { RealmExchange } from './exchange.ts';

/** The issuer, without trailing slash (OIDC Discovery §3; the SAML entityID). */
export function issuerOf(exchange: Pick<RealmExchange, 'baseUrl' | 'realm'>): string {
  return `${exchange.baseUrl}/realms/${encodeURIComponent(exchange.realm.name)}`;
}
