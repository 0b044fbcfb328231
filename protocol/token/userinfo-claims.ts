// The claims of the userinfo response.
import { applyMappers, type MapperObserver } from './apply-mappers.ts';
import { claimSubjectOf } from './claims-of-token.ts';
import type { Claims } from './mappers/mapper.ts';
import { mappedSubject, subjectOf } from './mappers/pairwise-subject.ts';
import type { IssueContext } from './token-issuer.ts';
import type { VerifiedToken } from './token-verifier.ts';

/** `sub` and the claims of mappers (OIDC Core §5.3.2). */
export function userInfoClaims(
  context: IssueContext,
  token: VerifiedToken,
  observer?: MapperObserver,
): Claims {
  const { client, user } = token;
  const claims: Claims = { sub: subjectOf(client, user) };
  applyMappers(claims, 'userinfo', claimSubjectOf(context, token), observer);
  claims['sub'] = mappedSubject(claims, client, user);
  return claims;
}
