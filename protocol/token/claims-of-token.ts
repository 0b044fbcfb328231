// The scopes and the claim subject that a verified token stands for.
import type { ClientScope } from '#protocol/realm/realm.ts';
import { splitScope } from '#protocol/realm/scopes.ts';
import type { ClaimSubject } from './apply-mappers.ts';
import type { IssueContext } from './token-issuer.ts';
import type { VerifiedToken } from './token-verifier.ts';

/** Scopes that the token names, and the client's default ones that are never named. */
function scopesOf({ claims, client }: VerifiedToken): readonly ClientScope[] {
  const named = new Set(splitScope(String(claims['scope'] ?? '')));
  return [
    ...client.defaultScopes.filter((scope) => !scope.includedInTokenScope || named.has(scope.name)),
    ...client.optionalScopes.filter((scope) => named.has(scope.name)),
  ];
}

/** What mappers need to make claims about the token's person once more. */
export function claimSubjectOf({ realm, issuer }: IssueContext, token: VerifiedToken): ClaimSubject {
  const { claims, client, user, session } = token;
  const text = (name: string): Record<string, string> =>
    typeof claims[name] === 'string' ? { [name]: claims[name] } : {};
  return {
    realm,
    client,
    user,
    scopes: scopesOf(token),
    acr: typeof claims['acr'] === 'string' ? claims['acr'] : '1',
    authTime: session === undefined ? undefined : Math.floor(session.authenticatedAt / 1000),
    nonce: typeof claims['nonce'] === 'string' ? claims['nonce'] : undefined,
    sid: typeof claims['sid'] === 'string' ? claims['sid'] : undefined,
    notes: { ...text('client_id'), ...text('clientHost'), ...text('clientAddress') },
    claimsRequest: session?.clients[client.id]?.claimsRequest,
    baseUrl: issuer.slice(0, issuer.lastIndexOf('/realms/')),
  };
}
