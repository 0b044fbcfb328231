// Users as values of the form that follows the user profile, and back.
import type { UserRepresentation } from '#protocol/contract/realm-representation.ts';
import type { UserProfile } from '../../api/user-profile.ts';
import { type FieldValues, itemsOf, type Representation } from '../../ui/field.ts';
import { attributeOf, isRootAttribute, listProfileFields, type ProfileField } from './profile-fields.ts';
import { unmanagedAttributes } from './unmanaged-attributes.ts';

type Lists = Readonly<Record<string, readonly string[]>>;

/** The values of an attribute, wherever the user has it. */
function valuesOf(user: UserRepresentation, name: string): readonly string[] {
  if (!isRootAttribute(name)) return user.attributes?.[name] ?? [];
  const value = (user as Representation)[name];
  return typeof value === 'string' && value !== '' ? [value] : [];
}

/** The user with a list for each field of the profile; `attributes` are those that it does not define. */
export function flattenUser(profile: UserProfile, user: UserRepresentation): Representation {
  const fields = listProfileFields(profile).map(({ name, field }) => [field.member, valuesOf(user, name)]);
  const attributes = unmanagedAttributes(profile, user.attributes);
  return { ...user, attributes, ...Object.fromEntries(fields) };
}

/** What to send for the changed part of the flattened user. The server replaces all attributes at once. */
export function writeUser(
  profile: UserProfile,
  user: UserRepresentation,
  part: Readonly<Record<string, unknown>>,
): UserRepresentation {
  const entries = Object.entries(part).filter(([member]) => member !== 'attributes');
  const own = entries
    .filter(([member]) => attributeOf(member) === undefined)
    .map(([member, value]) => [member, isRootAttribute(member) ? firstOf(value) : value]);
  const changed = entries.flatMap(([member, value]): [string, readonly string[]][] => {
    const name = attributeOf(member);
    return name === undefined ? [] : [[name, value as readonly string[]]];
  });
  const others = part['attributes'] as Lists | undefined;
  if (changed.length === 0 && others === undefined) return Object.fromEntries(own);
  const before = user.attributes ?? {};
  const unmanaged = unmanagedAttributes(profile, before);
  const managed = Object.entries(before).filter(([name]) => !Object.hasOwn(unmanaged, name));
  const attributes = new Map([...managed, ...Object.entries(others ?? unmanaged), ...changed]);
  const filled = [...attributes].filter(([name, values]) => values.length > 0 || !isChanged(changed, name));
  return { ...Object.fromEntries(own), attributes: Object.fromEntries(filled) };
}

function firstOf(value: unknown): string {
  return Array.isArray(value) ? String(value[0] ?? '') : '';
}

function isChanged(changed: readonly (readonly [string, unknown])[], name: string): boolean {
  return changed.some(([each]) => each === name);
}

/** A new user with the values of the fields, without those that are empty. */
export function createdUser(fields: readonly ProfileField[], values: FieldValues): UserRepresentation {
  const filled = fields.flatMap(({ name, field }): [string, string[]][] => {
    const items = itemsOf(values[field.member])
      .map((item) => item.trim())
      .filter((item) => item !== '');
    return items.length === 0 ? [] : [[name, items]];
  });
  const members = filled.filter(([name]) => isRootAttribute(name)).map(([name, [value]]) => [name, value]);
  const attributes = filled.filter(([name]) => !isRootAttribute(name));
  return {
    ...Object.fromEntries(members),
    ...(attributes.length === 0 ? {} : { attributes: Object.fromEntries(attributes) }),
  };
}

/**
 * The fields that a new user is asked for: what users store apart from all other attributes, and what is required of
 * administrators. With "Email as username", the username is not asked for.
 */
export function newUserFields(profile: UserProfile): readonly ProfileField[] {
  return listProfileFields(profile).filter(({ name, required, readOnly }) => {
    if (readOnly) return false;
    return required || (isRootAttribute(name) && name !== 'username');
  });
}
