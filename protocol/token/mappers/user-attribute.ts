// Mapper types that read the user: attributes and properties.
import type { StoredUser } from '#protocol/store/store.ts';
import { type MapperType, setTypedClaim } from './mapper.ts';

/** Properties that stand beside the attributes, by the names that mappers use for them. */
const PROPERTIES: Readonly<Record<string, (user: StoredUser) => string | undefined>> = {
  id: (user) => user.id,
  username: (user) => user.username,
  email: (user) => user.email,
  firstName: (user) => user.firstName,
  lastName: (user) => user.lastName,
  emailVerified: (user) => String(user.emailVerified === true),
  enabled: (user) => String(user.enabled !== false),
  createdTimestamp: (user) =>
    user.createdTimestamp === undefined ? undefined : String(user.createdTimestamp),
};

/** The values of a property or attribute by name. */
export function userValues(user: StoredUser, name: string): readonly string[] {
  const property = PROPERTIES[name];
  const value = property?.(user);
  if (property !== undefined) return value === undefined || value === '' ? [] : [value];
  const attribute = user.attributes?.[name];
  return Array.isArray(attribute) ? attribute : [];
}

/** `oidc-usermodel-attribute-mapper` */
export const userAttribute: MapperType = {
  mapClaims: (claims, config, { user }) =>
    setTypedClaim(claims, config, userValues(user, config['user.attribute'] ?? '')),
};

/** `oidc-usermodel-property-mapper` */
export const userProperty: MapperType = userAttribute;
