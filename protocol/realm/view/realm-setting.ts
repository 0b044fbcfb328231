// Settings of a stored realm, with the defaults of their rows.
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { findScalarProblem } from '#protocol/contract/settings/check-text.ts';
import { REALM_SETTINGS } from '#protocol/contract/settings/realm.ts';

/** Members whose row has a default. */
type Scalar = string | number | boolean;
type Member = {
  [Name in keyof typeof REALM_SETTINGS]: NonNullable<RealmRepresentation[Name]> extends Scalar ? Name : never;
}[keyof typeof REALM_SETTINGS];

/**
 * The value that holds: the realm's own, or the default where it has none or one that no rule can follow.
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
