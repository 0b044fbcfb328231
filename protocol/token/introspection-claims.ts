// The introspection response for an active token.
import { applyMappers } from './apply-mappers.ts';
import { claimSubjectOf } from './claims-of-token.ts';
import type { Claims } from './mappers/mapper.ts';
import type { IssueContext } from './token-issuer.ts';
import type { VerifiedToken } from './token-verifier.ts';

/** Members copied from the token; mappers set the others as for a new token. */
const OWN_MEMBERS = ['exp', 'iat', 'jti', 'iss', 'aud', 'sub', 'typ', 'azp', 'sid', 'scope', 'cnf'];

/** Whether the token was exchanged, which may have removed audiences that mappers would add again. */
function isExchanged({ jti }: Claims): boolean {
  return /^....te:/.test(String(jti));
}

function restore(claims: Claims, given: Readonly<Claims>): void {
  for (const name of ['aud', 'resource_access']) if (given[name] !== undefined) claims[name] = given[name];
}

/** RFC 7662 §2.2. */
export function introspectionClaims(context: IssueContext, token: VerifiedToken): Claims {
  const { claims: given, client, user } = token;
  const claims: Claims = {};
  for (const name of OWN_MEMBERS)
    if (given[name] !== undefined && given[name] !== '') claims[name] = given[name];
  if (given['typ'] === 'Bearer' || given['typ'] === 'DPoP')
    applyMappers(claims, 'introspection', claimSubjectOf(context, token));
  if (isExchanged(given)) restore(claims, given);
  return {
    ...claims,
    client_id: client.clientId,
    username: user.username,
    token_type: given['typ'] === 'DPoP' ? 'DPoP' : 'Bearer',
    active: true,
  };
}
