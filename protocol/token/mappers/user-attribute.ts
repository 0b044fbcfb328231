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
  const property = Object.hasOwn(PROPERTIES, name) ? PROPERTIES[name] : undefined;
  const value = property?.(user);
  if (property !== undefined) return value === undefined || value === '' ? [] : [value];
  const attribute = Object.hasOwn(user.attributes ?? {}, name) ? user.attributes?.[name] : undefined;
  return Array.isArray(attribute) ? attribute : [];
}

/** `oidc-usermodel-attribute-mapper` and `oidc-usermodel-property-mapper`: a name stands for a property before an attribute. */
export const userAttribute: MapperType = {
  mapClaims: (claims, config, { user }) =>
    setTypedClaim(claims, config, userValues(user, config['user.attribute'] ?? '')),
};
