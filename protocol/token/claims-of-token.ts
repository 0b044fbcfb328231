// Restores the claim subject, including scopes, from a verified token.
import { memberScopes } from '#protocol/realm/view/organization-scopes.ts';
import type { Client, ClientScope } from '#protocol/realm/view/realm.ts';
import { rememberText } from '#protocol/realm/view/remember.ts';
import { effectiveRoles, permittedScopes } from '#protocol/realm/view/roles.ts';
import { scopesWithValues, splitScope } from '#protocol/realm/view/scopes.ts';
import type { ClaimSubject } from './apply-mappers.ts';
import type { IssueContext } from './token-issuer.ts';
import type { VerifiedToken } from './token-verifier.ts';

/** Scopes in the token, and the client's default ones that tokens never contain. */
function scopesOf(client: Client, text: string): readonly ClientScope[] {
  const names = splitScope(text);
  const named = new Set(names);
  return [
    ...client.defaultScopes.filter((scope) => !scope.includedInTokenScope || named.has(scope.name)),
    ...client.optionalScopes.filter((scope) => named.has(scope.name)),
    ...scopesWithValues(client, names),
  ];
}

const cache = new WeakMap<Client, Map<string, readonly ClientScope[]>>();

/** The same client and text give the same array, so that derived values can be cached by identity. */
function cachedScopesOf({ claims, client }: VerifiedToken): readonly ClientScope[] {
  const text = String(claims['scope'] ?? '');
  return rememberText(cache, client, text, () => scopesOf(client, text));
}

/** What mappers need to set claims about the token's user again. */
export function claimSubjectOf({ realm, issuer }: IssueContext, token: VerifiedToken): ClaimSubject {
  const { claims, client, user, session } = token;
  const text = (name: string): Record<string, string> =>
    typeof claims[name] === 'string' ? { [name]: claims[name] } : {};
  return {
    realm,
    client,
    user,
    scopes: memberScopes(
      realm,
      user,
      permittedScopes(realm, effectiveRoles(realm, user), cachedScopesOf(token)),
    ),
    acr: typeof claims['acr'] === 'string' ? claims['acr'] : '1',
    authTime: session === undefined ? undefined : Math.floor(session.authenticatedAt / 1000),
    nonce: typeof claims['nonce'] === 'string' ? claims['nonce'] : undefined,
    sid: typeof claims['sid'] === 'string' ? claims['sid'] : undefined,
    notes: { ...text('client_id'), ...text('clientHost'), ...text('clientAddress') },
    claimsRequest: session?.clients[client.id]?.claimsRequest,
    organization: session?.clients[client.id]?.organization,
    baseUrl: issuer.slice(0, issuer.lastIndexOf('/realms/')),
  };
}
