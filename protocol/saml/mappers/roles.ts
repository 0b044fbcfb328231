// Mapper types that list, rename and add roles.
import {
  hardcodedRole as hardcodedTokenRole,
  roleName as tokenRoleName,
} from '#protocol/token/mappers/hardcoded.ts';
import { type SamlMapperType, spreadAttribute } from './mapper.ts';

/** `saml-role-list-mapper`: role names, one attribute each unless `single`. Compat: the last mapper wins. */
export const roleList: SamlMapperType = {
  isSingle: true,
  listAttributes(config, { roles }) {
    const names = new Set([...roles.realm, ...[...roles.clients.values()].flatMap((each) => [...each])]);
    return spreadAttribute(config, 'Role', [...names], config['single'] === 'true');
  },
};

/** `saml-role-name-mapper`: renames a role if the user has it. */
export const roleName: SamlMapperType = { mapRoles: tokenRoleName.mapRoles ?? ((roles) => roles) };

/** `saml-hardcode-role-mapper`: adds a role. */
export const hardcodedRole: SamlMapperType = { mapRoles: hardcodedTokenRole.mapRoles ?? ((roles) => roles) };
