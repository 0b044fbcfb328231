// What a protocol mapper of SAML is, and what it may read.
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import type { RoleSet } from '#protocol/realm/view/roles.ts';
import type { StoredUser, UserSession } from '#protocol/store/store.ts';
import type { MapperConfig } from '#protocol/token/mappers/mapper.ts';
import type { SamlAttribute } from '../messages/assertion.ts';
import { ATTRIBUTE_NAME_FORMATS } from '../xml-names.ts';

/** What mappers may read. */
export interface SamlMapperContext {
  readonly realm: Realm;
  readonly client: Client;
  readonly user: StoredUser;
  readonly session: UserSession;
  /** Roles that may enter this client's assertions, role mappers applied. */
  readonly roles: RoleSet;
}

/** A mapper type: a row of the table. */
export interface SamlMapperType {
  /** Changes the roles before anything is made of them. */
  readonly mapRoles?: (roles: RoleSet, config: MapperConfig) => RoleSet;
  /** Attributes of the assertion. */
  readonly listAttributes?: (config: MapperConfig, context: SamlMapperContext) => readonly SamlAttribute[];
  /** Further audiences of the assertion. */
  readonly listAudiences?: (config: MapperConfig, context: SamlMapperContext) => readonly string[];
  /** The value of the name identifier in the mapper's format (URN); `value` undefined: the user has none. */
  readonly mapNameId?: (
    config: MapperConfig,
    context: SamlMapperContext,
  ) => { readonly format: string; readonly value: string | undefined };
  /** Of several mappers of this type the last one alone counts. */
  readonly isSingle?: true;
}

const NAME_FORMATS: Readonly<Record<string, string>> = {
  Basic: ATTRIBUTE_NAME_FORMATS.basic,
  'URI Reference': ATTRIBUTE_NAME_FORMATS.uri,
  Unspecified: ATTRIBUTE_NAME_FORMATS.unspecified,
};

/**
 * An attribute as the configuration names it. Compat: a format that is not one of the three words is `basic`, that of the predefined X.500
 * mappers included. SAML Core §2.7.3.1.
 */
export function makeAttribute(
  config: MapperConfig,
  usualName: string,
  values: readonly string[],
): SamlAttribute {
  const format = config['attribute.nameformat'] ?? '';
  return {
    name: config['attribute.name'] || usualName,
    nameFormat:
      (Object.hasOwn(NAME_FORMATS, format) ? NAME_FORMATS[format] : undefined) ??
      ATTRIBUTE_NAME_FORMATS.basic,
    friendlyName: config['friendly.name'] || undefined,
    values,
  };
}

/** One attribute with all values, or one for each. */
export function spreadAttribute(
  config: MapperConfig,
  usualName: string,
  values: readonly string[],
  isSingle: boolean,
): readonly SamlAttribute[] {
  if (values.length === 0) return [];
  if (isSingle) return [makeAttribute(config, usualName, values)];
  return values.map((value) => makeAttribute(config, usualName, [value]));
}
