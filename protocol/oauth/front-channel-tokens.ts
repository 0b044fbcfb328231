// Tokens in the authorization response itself, for the implicit and hybrid flows.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { UserSession } from '#protocol/store/store.ts';
import type { Authorization } from '#protocol/token/authorization.ts';
import type { FrontChannelParts, FrontChannelTokens, TokenIssuer } from '#protocol/token/token-issuer.ts';
import { tokenContext } from './token-context.ts';

type Basis = Pick<Authorization, 'client' | 'user' | 'scopes' | 'openid' | 'nonce' | 'claimsRequest'> & {
  readonly session: UserSession;
};

/** Issues the tokens of the response type; undefined if it has none. OIDC Core §3.2.2.5, §3.3.2.5. */
export async function issueFrontChannelTokens(
  exchange: RealmExchange,
  issuer: TokenIssuer,
  basis: Basis,
  parts: FrontChannelParts,
): Promise<FrontChannelTokens | undefined> {
  if (!parts.idToken && !parts.accessToken) return undefined;
  const { session, client } = basis;
  const authorization: Authorization = {
    ...basis,
    authTime: Math.floor(session.authenticatedAt / 1000),
    acr: session.clients[client.id]?.acr ?? '1',
    // Compat: Keycloak's prefix for tokens that the token endpoint did not issue.
    tokenIdPrefix: 'na',
    refreshable: false,
  };
  return issuer.issueFrontChannel(tokenContext(exchange), authorization, parts);
}
