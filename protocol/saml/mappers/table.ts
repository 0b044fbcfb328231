// The table of SAML mapper types; mappers of other types are kept in the realm file and ignored.
import type { SamlMapperId } from '#protocol/contract/settings/mapper.ts';
import {
  groupMembership,
  hardcodedAttribute,
  organizationMembership,
  sessionNote,
  userAttribute,
  userProperty,
} from './attributes.ts';
import { audience, audienceResolve } from './audiences.ts';
import type { SamlMapperType } from './mapper.ts';
import { userAttributeNameId } from './name-id.ts';
import { hardcodedRole, roleList, roleName } from './roles.ts';

/** Every mapper type in the settings contract. */
export const SAML_MAPPER_TYPES: Readonly<Record<string, SamlMapperType>> = {
  'saml-audience-mapper': audience,
  'saml-audience-resolve-mapper': audienceResolve,
  'saml-group-membership-mapper': groupMembership,
  'saml-hardcode-attribute-mapper': hardcodedAttribute,
  'saml-hardcode-role-mapper': hardcodedRole,
  'saml-organization-membership-mapper': organizationMembership,
  'saml-role-list-mapper': roleList,
  'saml-role-name-mapper': roleName,
  'saml-user-attribute-mapper': userAttribute,
  'saml-user-attribute-nameid-mapper': userAttributeNameId,
  'saml-user-property-mapper': userProperty,
  'saml-user-session-note-mapper': sessionNote,
} satisfies Readonly<Record<SamlMapperId, SamlMapperType>>;

export function findSamlMapperType(type: string): SamlMapperType | undefined {
  return Object.hasOwn(SAML_MAPPER_TYPES, type) ? SAML_MAPPER_TYPES[type] : undefined;
}
