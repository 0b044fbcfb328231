// Mapper type for the organizations of the user.
import { organizationsInScope } from '#protocol/realm/view/organization-scopes.ts';
import type { Organization } from '#protocol/realm/view/organizations.ts';
import { type MapperConfig, type MapperType, setClaim } from './mapper.ts';

/**
 * `oidc-organization-membership-mapper`: the aliases of the requested organizations, or an object with identifiers and
 * attributes for each alias. Compat: Keycloak's defaults for settings that older versions do not write.
 */
export const organizationMembership: MapperType = {
  mapClaims(claims, config, { realm, user, scopes, organization }) {
    const organizations = organizationsInScope(realm, user, scopes, organization);
    if (organizations.length === 0) return;
    setClaim(claims, config['claim.name'] || 'organization', claimValue(config, organizations));
  },
};

function claimValue(config: MapperConfig, organizations: readonly Organization[]): unknown {
  if ((config['multivalued'] ?? 'true') !== 'true') return organizations[0]?.alias;
  const withId = config['addOrganizationId'] === 'true';
  const withAttributes = config['addOrganizationAttributes'] === 'true';
  if (!withId && !withAttributes && config['jsonType.label'] !== 'JSON')
    return organizations.map(({ alias }) => alias);
  return Object.fromEntries(
    organizations.map(({ alias, id, attributes }) => [
      alias,
      { ...(withId ? { id } : {}), ...(withAttributes ? attributes : {}) },
    ]),
  );
}
