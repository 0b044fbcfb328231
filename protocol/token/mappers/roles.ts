// Mapper types for roles.
import { type Claims, type MapperConfig, type MapperType, setClaim } from './mapper.ts';

/** Placeholder in a claim name for the clientId of the roles. */
const PLACEHOLDER = '$' + '{client_id}';

function write(
  claims: Claims,
  config: MapperConfig,
  name: string,
  roles: Iterable<string>,
  prefix: string,
): void {
  const names = [...roles].map((role) => prefix + role);
  if (names.length === 0) return;
  setClaim(claims, name, config['multivalued'] === 'false' ? names.join(' ') : names);
}

/** `oidc-usermodel-realm-role-mapper` */
export const realmRoles: MapperType = {
  mapClaims(claims, config, { roles }) {
    write(
      claims,
      config,
      config['claim.name'] ?? 'realm_access.roles',
      roles.realm,
      config['usermodel.realmRoleMapping.rolePrefix'] ?? '',
    );
  },
};

/** `oidc-usermodel-client-role-mapper`: roles of one client, or of all clients, each under its clientId. */
export const clientRoles: MapperType = {
  mapClaims(claims, config, { roles }) {
    const only = config['usermodel.clientRoleMapping.clientId'] || undefined;
    const prefix = config['usermodel.clientRoleMapping.rolePrefix'] ?? '';
    const template = config['claim.name'] || `resource_access.${PLACEHOLDER}.roles`;
    for (const [clientId, names] of roles.clients) {
      if (only !== undefined && only !== clientId) continue;
      write(claims, config, template.replaceAll(PLACEHOLDER, clientId.replaceAll('.', '\\.')), names, prefix);
    }
  },
};
