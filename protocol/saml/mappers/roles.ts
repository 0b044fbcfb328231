// Mapper types that write and change roles.
import {
  hardcodedRole as hardcodedTokenRole,
  roleName as tokenRoleName,
} from '#protocol/token/mappers/hardcoded.ts';
import { type SamlMapperType, spreadAttribute } from './mapper.ts';

/** `saml-role-list-mapper`: the bare names of realm and client roles; an attribute for each unless `single`. Compat: of several the last one counts. */
export const roleList: SamlMapperType = {
  isSingle: true,
  listAttributes(config, { roles }) {
    const names = new Set([...roles.realm, ...[...roles.clients.values()].flatMap((each) => [...each])]);
    return spreadAttribute(config, 'Role', [...names], config['single'] === 'true');
  },
};

/** `saml-role-name-mapper`: where the user has the role, another name stands in its place. */
export const roleName: SamlMapperType = { mapRoles: tokenRoleName.mapRoles ?? ((roles) => roles) };

/** `saml-hardcode-role-mapper`: one role more. */
export const hardcodedRole: SamlMapperType = { mapRoles: hardcodedTokenRole.mapRoles ?? ((roles) => roles) };
