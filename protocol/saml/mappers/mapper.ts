// The contract of a SAML protocol mapper.
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import type { RoleSet } from '#protocol/realm/view/roles.ts';
import type { StoredUser, UserSession } from '#protocol/store/store.ts';
import type { MapperConfig } from '#protocol/token/mappers/mapper.ts';
import type { SamlAttribute } from '../messages/assertion.ts';
import { ATTRIBUTE_NAME_FORMATS } from '../xml-names.ts';

export interface SamlMapperContext {
  readonly realm: Realm;
  readonly client: Client;
  readonly user: StoredUser;
  readonly session: UserSession;
  /** The user's roles in this client's scope, with role mappers applied. */
  readonly roles: RoleSet;
}

/** A row of the table. */
export interface SamlMapperType {
  /** Changes the roles before other mappers read them. */
  readonly mapRoles?: (roles: RoleSet, config: MapperConfig) => RoleSet;
  readonly listAttributes?: (config: MapperConfig, context: SamlMapperContext) => readonly SamlAttribute[];
  readonly listAudiences?: (config: MapperConfig, context: SamlMapperContext) => readonly string[];
  /** The name identifier in the mapper's format (URN); `value` is undefined if the user has none. */
  readonly mapNameId?: (
    config: MapperConfig,
    context: SamlMapperContext,
  ) => { readonly format: string; readonly value: string | undefined };
  /** Only the last mapper of this type is used. */
  readonly isSingle?: true;
}

const NAME_FORMATS: Readonly<Record<string, string>> = {
  Basic: ATTRIBUTE_NAME_FORMATS.basic,
  'URI Reference': ATTRIBUTE_NAME_FORMATS.uri,
  Unspecified: ATTRIBUTE_NAME_FORMATS.unspecified,
};

/** Compat: an unknown format is `basic`, as for the predefined X.500 mappers. SAML Core §2.7.3.1. */
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

/** One attribute with all values, or one per value. */
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
