// One setting: what it must be, what it is without being set, where people find it and what reads it.
import type { FlagType, ListType, MapType, NumberType, ObjectType, TextType } from './value-type.ts';

/** The effect of a setting that Understudy keeps and acts on nothing. */
export const KEPT = 'kept';

/** A setting, for values of type `Value`. */
export interface SettingRow<Value> {
  readonly type: TypeOf<Value>;
  /** What holds where nothing is set. */
  readonly default?: Value;
  /** What applies while nothing is set, in words, if that is not a value of the setting itself: `realm default`. */
  readonly unset?: string;
  /** Heading in the reference. */
  readonly section: string;
  /** Keycloak's label where it has one, in sentence case. */
  readonly label?: string;
  /** What the setting does, as one sentence; {@link KEPT} where nothing reads it. */
  readonly effect: string;
  /** Masked wherever it is shown to callers who may not act with it. */
  readonly secret?: true;
  /** The member of client metadata that sets it. RFC 7591 §2. */
  readonly registration?: string;
}

/** The type that a value of a representation has. */
type TypeOf<Value> = [Value] extends [boolean]
  ? FlagType
  : [Value] extends [number]
    ? NumberType
    : [Value] extends [string]
      ? TextType
      : [Value] extends [readonly unknown[]]
        ? ListType
        : MapType | ObjectType;

/** Members that a representation names, without those that it merely tolerates. */
type NamedMember<T> = keyof { [Member in keyof T as string extends Member ? never : Member]: T[Member] };

/** A row for each member of a representation: one that is forgotten, misspelt or of another type does not compile. */
export type SettingRows<T> = {
  readonly [Member in NamedMember<T>]-?: SettingRow<NonNullable<T[Member & keyof T]>>;
};

/** Rows of settings that are kept as texts, by attribute. */
export type AttributeRows = Readonly<Record<string, AttributeRow>>;

/** The row of an attribute; undefined for one that is none of the settings. */
export function findAttribute(rows: AttributeRows, name: string): AttributeRow | undefined {
  return Object.hasOwn(rows, name) ? rows[name] : undefined;
}

/** A setting that is kept as a text: flags as `true` and `false`, numbers in digits, lists joined by `##`. */
export interface AttributeRow extends Omit<SettingRow<never>, 'type' | 'default'> {
  readonly type: TextType | FlagType | NumberType | ListType;
  /** As it is written. */
  readonly default?: string;
  /** Forms do not accept an empty value. */
  readonly required?: true;
}
