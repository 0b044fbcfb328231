// The realm's identity in every protocol: token issuer and SAML entity ID.
import type { RealmExchange } from './exchange.ts';

/** Without trailing slash (OIDC Discovery §3; the SAML entityID). */
export function issuerOf(exchange: Pick<RealmExchange, 'baseUrl' | 'realm'>): string {
  return `${exchange.baseUrl}/realms/${encodeURIComponent(exchange.realm.name)}`;
}
