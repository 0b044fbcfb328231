// The table of SAML's protocol mappers by their type; one that is not here is kept in the realm file and ignored.
import type { SamlMapperId } from '#protocol/contract/settings/mapper.ts';
import {
  groupMembership,
  hardcodedAttribute,
  sessionNote,
  userAttribute,
  userProperty,
} from './attributes.ts';
import { audience, audienceResolve } from './audiences.ts';
import type { SamlMapperType } from './mapper.ts';
import { userAttributeNameId } from './name-id.ts';
import { hardcodedRole, roleList, roleName } from './roles.ts';

/** Every mapper type that shapes assertions: one for each row of the settings. */
const TYPES: Readonly<Record<SamlMapperId, SamlMapperType>> = {
  'saml-audience-mapper': audience,
  'saml-audience-resolve-mapper': audienceResolve,
  'saml-group-membership-mapper': groupMembership,
  'saml-hardcode-attribute-mapper': hardcodedAttribute,
  'saml-hardcode-role-mapper': hardcodedRole,
  'saml-role-list-mapper': roleList,
  'saml-role-name-mapper': roleName,
  'saml-user-attribute-mapper': userAttribute,
  'saml-user-attribute-nameid-mapper': userAttributeNameId,
  'saml-user-property-mapper': userProperty,
  'saml-user-session-note-mapper': sessionNote,
};

/** The same by any text. */
export const SAML_MAPPER_TYPES: Readonly<Record<string, SamlMapperType>> = TYPES;

/** The mapper type, or undefined when this version does not know it. */
export function findSamlMapperType(type: string): SamlMapperType | undefined {
  return Object.hasOwn(SAML_MAPPER_TYPES, type) ? SAML_MAPPER_TYPES[type] : undefined;
}
