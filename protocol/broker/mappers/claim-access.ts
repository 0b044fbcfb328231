// Roles and groups by claims.
import { claimEquals, claimMatches, findClaim, readPairs } from './claims.ts';
import { decideGroup, decideRole, type MapperInput, type MapperResult, passedOver } from './mapper.ts';

/** `oidc-role-idp-mapper` */
export function claimToRole(input: MapperInput): MapperResult {
  const { claim, 'claim.value': expected = '' } = input.mapper.config;
  if (claim === undefined) return passedOver('its setting claim is missing');
  return decideRole(input, claimEquals(expected, findClaim(input.answer.claims, claim)));
}

/** `keycloak-oidc-role-to-role-idp-mapper`: roles as Keycloak writes them into access tokens. */
export function externalRoleToRole(input: MapperInput): MapperResult {
  const { 'external.role': external } = input.mapper.config;
  if (external === undefined) return passedOver('its setting external.role is missing');
  const dot = external.lastIndexOf('.');
  const clientId = external.slice(0, Math.max(dot, 0)).replaceAll(/[\\.]/g, '\\$&');
  const claim = dot < 0 ? 'realm_access.roles' : `resource_access.${clientId}.roles`;
  return decideRole(input, claimEquals(external.slice(dot + 1), findClaim(input.answer.claims, claim)));
}

/** `oidc-advanced-role-idp-mapper` */
export function claimsToRole(input: MapperInput): MapperResult {
  return decideByClaims(input, decideRole);
}

/** `oidc-advanced-group-idp-mapper` */
export function claimsToGroup(input: MapperInput): MapperResult {
  return decideByClaims(input, decideGroup);
}

/** Compat: without claims, every user matches. */
function decideByClaims(
  input: MapperInput,
  decide: (input: MapperInput, isHeld: boolean) => MapperResult,
): MapperResult {
  const { claims, 'are.claim.values.regex': isPattern } = input.mapper.config;
  const pairs = readPairs(claims);
  if (pairs === undefined) return passedOver('its setting claims is not a list of keys and values');
  const matches = isPattern === 'true' ? claimMatches : claimEquals;
  return decide(
    input,
    pairs.every(({ key, value }) => matches(value, findClaim(input.answer.claims, key))),
  );
}
