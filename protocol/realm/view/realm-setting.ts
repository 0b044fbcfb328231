// Reads settings of a stored realm, with their defaults.
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { findScalarProblem } from '#protocol/contract/settings/check-text.ts';
import { REALM_SETTINGS } from '#protocol/contract/settings/realm.ts';

/** Types of the members that this file reads. */
type Scalar = string | number | boolean;
type Member = {
  [Name in keyof typeof REALM_SETTINGS]: NonNullable<RealmRepresentation[Name]> extends Scalar ? Name : never;
}[keyof typeof REALM_SETTINGS];

/**
 * The realm's value, or the default if it is missing or invalid.
 * @throws {TypeError} for a setting whose row has no default.
 */
export function realmSetting<Name extends Member>(
  realm: Pick<RealmRepresentation, Name>,
  member: Name,
): NonNullable<RealmRepresentation[Name]> {
  const value: RealmRepresentation[Name] = realm[member];
  const { type, default: fallback } = REALM_SETTINGS[member];
  const isScalar = type.kind === 'text' || type.kind === 'flag' || type.kind === 'number';
  if (value !== undefined && isScalar && findScalarProblem(value, type, {}) === undefined)
    return value as NonNullable<RealmRepresentation[Name]>;
  if (fallback === undefined) throw new TypeError(`the setting ${member} has no default`);
  return fallback as NonNullable<RealmRepresentation[Name]>;
}
