// The table of protocol mappers by type. Mappers of other types are kept in the realm but ignored.
import type { OidcMapperId } from '#protocol/contract/settings/mapper.ts';
import { address } from './address.ts';
import { audience, audienceResolve } from './audience.ts';
import { claimsParameter } from './claims-parameter.ts';
import { fullName } from './full-name.ts';
import { groupMembership } from './groups.ts';
import { hardcodedClaim, hardcodedRole, roleName } from './hardcoded.ts';
import type { MapperType } from './mapper.ts';
import { organizationMembership } from './organizations.ts';
import { pairwiseSubject } from './pairwise-subject.ts';
import { clientRoles, realmRoles } from './roles.ts';
import { acr, allowedWebOrigins, nonce, sessionNote, sessionState, subject } from './session.ts';
import { userAttribute } from './user-attribute.ts';

/** One entry per OpenID Connect mapper in the settings. */
const TYPES: Readonly<Record<OidcMapperId, MapperType>> = {
  'oidc-acr-mapper': acr,
  'oidc-address-mapper': address,
  'oidc-allowed-origins-mapper': allowedWebOrigins,
  'oidc-audience-mapper': audience,
  'oidc-audience-resolve-mapper': audienceResolve,
  'oidc-claims-param-token-mapper': claimsParameter,
  'oidc-full-name-mapper': fullName,
  'oidc-group-membership-mapper': groupMembership,
  'oidc-hardcoded-claim-mapper': hardcodedClaim,
  'oidc-hardcoded-role-mapper': hardcodedRole,
  'oidc-nonce-backwards-compatible-mapper': nonce,
  'oidc-organization-membership-mapper': organizationMembership,
  'oidc-role-name-mapper': roleName,
  'oidc-session-state-mapper': sessionState,
  'oidc-sha256-pairwise-sub-mapper': pairwiseSubject,
  'oidc-sub-mapper': subject,
  'oidc-usermodel-attribute-mapper': userAttribute,
  'oidc-usermodel-client-role-mapper': clientRoles,
  'oidc-usermodel-property-mapper': userAttribute,
  'oidc-usermodel-realm-role-mapper': realmRoles,
  'oidc-usersessionmodel-note-mapper': sessionNote,
};

/** The same, indexed by any string. */
export const MAPPER_TYPES: Readonly<Record<string, MapperType>> = TYPES;

export function findMapperType(type: string): MapperType | undefined {
  return Object.hasOwn(MAPPER_TYPES, type) ? MAPPER_TYPES[type] : undefined;
}
