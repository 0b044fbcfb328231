// Previews the tokens and userinfo of a sign-in, with the cause of each claim. Stores nothing and reads no key.
import type { PreviewedSignInWire, PreviewTokenWire } from '#protocol/contract/token-preview.ts';
import type { ProtocolMapper } from '#protocol/realm/view/realm.ts';
import { effectiveRoles, permittedScopes } from '#protocol/realm/view/roles.ts';
import type { Authorization } from '../authorization.ts';
import { type Claims, isProtocolClaim } from '../mappers/mapper.ts';
import { findMapperType } from '../mappers/table.ts';
import type { IssueContext, TokenIssuer } from '../token-issuer.ts';
import { userInfoClaims } from '../userinfo-claims.ts';
import { type ClaimTrace, createClaimTrace } from './claim-trace.ts';
import { createMapperNames, listIgnoredMappers } from './mapper-owners.ts';
import { createRoleTrace } from './role-trace.ts';

type TokenDescriber = Pick<TokenIssuer, 'describe'>;

/**
 * The tokens that would be issued, and with `openid` what userinfo would answer for the access token.
 * @throws {OAuthError} when issuing would fail, e.g. for an audience that no mapper adds.
 */
export function previewTokens(
  issuer: TokenDescriber,
  context: IssueContext,
  authorization: Authorization,
): PreviewedSignInWire {
  const { realm } = context;
  const { client, user, session, openid } = authorization;
  const scopes = permittedScopes(realm, effectiveRoles(realm, user), authorization.scopes);
  const nameMapper = createMapperNames(client, scopes);
  const trace = (): ClaimTrace => createClaimTrace(nameMapper, createRoleTrace(realm, user, nameMapper));
  const traces = { access: trace(), id: trace(), userInfo: trace() };
  const { access, id, scope } = issuer.describe(context, authorization, {
    access: traces.access.observer,
    id: traces.id.observer,
  });
  const token = { claims: access, client, user, session };
  const userInfo = openid ? userInfoClaims(context, token, traces.userInfo.observer) : undefined;
  return {
    scope,
    accessToken: tokenWire(access, traces.access),
    ...(id === undefined ? {} : { idToken: tokenWire(id, traces.id) }),
    ...(userInfo === undefined ? {} : { userInfo: tokenWire(userInfo, traces.userInfo) }),
    ignoredMappers: listIgnoredMappers(client, scopes, judgeMapper),
  };
}

function tokenWire(claims: Claims, trace: ClaimTrace): PreviewTokenWire {
  return { content: claims, claims: trace.list(claims) };
}

function judgeMapper({ type, config }: ProtocolMapper): 'unsupported' | 'protocol-claim' | undefined {
  if (findMapperType(type) === undefined) return 'unsupported';
  return isProtocolClaim(config['claim.name'] ?? '') ? 'protocol-claim' : undefined;
}
