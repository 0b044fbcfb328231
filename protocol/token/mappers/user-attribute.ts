// Mapper types for user attributes and properties.
import type { Realm } from '#protocol/realm/view/realm.ts';
import { findGroup } from '#protocol/realm/view/roles.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { type MapperType, setTypedClaim } from './mapper.ts';

/** User properties, by the names that mappers use. */
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

/** The values of an attribute in the user's groups and their parents, nearest first. */
function groupValues(realm: Realm, user: StoredUser, name: string): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  for (const path of user.groups ?? []) {
    for (let place = findGroup(realm, path); place !== undefined; place = place.parent) {
      const { attributes = {} } = place.group;
      const values = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
      if (Array.isArray(values) && values.length > 0) found.push(values);
    }
  }
  return found;
}

/**
 * The values of a property or attribute by name. Compat: values that the user lacks come from the nearest
 * group; `aggregated` combines all of them.
 */
export function resolveUserValues(
  realm: Realm,
  user: StoredUser,
  name: string,
  aggregated: boolean,
): readonly string[] {
  const own = userValues(user, name);
  if (own.length > 0 && !aggregated) return own;
  const ofGroups = groupValues(realm, user, name);
  return aggregated ? [...new Set([...own, ...ofGroups.flat()])] : (ofGroups[0] ?? []);
}

/** `oidc-usermodel-attribute-mapper`, `oidc-usermodel-property-mapper`: properties come before attributes. */
export const userAttribute: MapperType = {
  mapClaims(claims, config, { realm, user }) {
    const aggregated = config['aggregate.attrs'] === 'true';
    setTypedClaim(claims, config, resolveUserValues(realm, user, config['user.attribute'] ?? '', aggregated));
  },
};
