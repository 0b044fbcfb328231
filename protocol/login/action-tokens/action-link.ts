// Links with action tokens, and the tabs that they belong to.
import { sha256Base64Url } from '#protocol/crypto/identifiers.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { AuthenticationSession } from '../authentication-session.ts';
import { realmUrl } from '../login-action-url.ts';
import { type ActionToken, signActionToken } from './action-token.ts';

/** The claim `asid`: names the tab to its own browser only. The cookie's value is not part of it. */
export function tabOf(
  { realm }: Pick<RealmExchange, 'realm'>,
  { browserId, tabId, request }: Pick<AuthenticationSession, 'browserId' | 'tabId' | 'request'>,
): string {
  const client = realm.clients.get(request.clientId)?.id ?? request.clientId;
  return `${sha256Base64Url(browserId)}.${tabId}.${client}`;
}

/** The link's address; `tabId`: of the tab in `asid`. */
export async function makeActionLink(
  exchange: Pick<RealmExchange, 'realm' | 'baseUrl'> & RealmExchange,
  keys: Pick<RealmKeys, 'signingKey'>,
  token: ActionToken,
  tabId?: string,
): Promise<string> {
  const query = new URLSearchParams({ key: await signActionToken(exchange, keys, token) });
  if (token.clientId !== undefined) query.set('client_id', token.clientId);
  if (tabId !== undefined) query.set('tab_id', tabId);
  return `${realmUrl(exchange)}/login-actions/action-token?${query}`;
}

/** The address of an invitation for someone without an account: Keycloak's, which leads to the action link. */
export async function makeRegistrationLink(
  exchange: RealmExchange,
  keys: Pick<RealmKeys, 'signingKey'>,
  token: ActionToken & { readonly clientId: string },
): Promise<string> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: token.clientId,
    token: await signActionToken(exchange, keys, token),
  });
  return `${realmUrl(exchange)}/protocol/openid-connect/registrations?${query}`;
}
