// One setting: its type, its default, where users find it and what it does.
import type { FindUnsupported, NoEffect } from './kept.ts';
import {
  type AnyType,
  anything,
  type FlagType,
  flag,
  type ListType,
  type MapType,
  type NumberType,
  type ObjectType,
  type TextType,
  text,
} from './value-type.ts';

/** A setting with values of type `Value`. */
export interface SettingRow<Value> {
  /** Values of a setting that nothing reads need no check: {@link AnyType}. */
  readonly type: TypeOf<Value> | AnyType;
  readonly default?: Value;
  /** The default in a realm file, where it differs from the admin API's. */
  readonly fileDefault?: Value;
  /** What applies while nothing is set, in words, if that is not a value of the setting itself: `realm default`. */
  readonly unset?: string;
  /** Heading in the reference. */
  readonly section: string;
  /** Keycloak's label if it has one, in sentence case. */
  readonly label?: string;
  /** What the setting does, in one sentence; an object if nothing reads it. */
  readonly effect: string | NoEffect;
  /** Which of the values have no effect. */
  readonly unsupported?: FindUnsupported;
  /** Members of the objects that a setting without effect contains. */
  readonly parts?: readonly string[];
  /** Masked for callers who may not act with it. */
  readonly secret?: true;
  /** The member of client metadata that sets it. RFC 7591 §2. */
  readonly registration?: string;
}

const WITHOUT_EFFECT = 'Without effect';

/** The row of a member that nothing reads. */
export type KeptRow = SettingRow<NonNullable<unknown>>;

/** The row of a member that no rule reads; its values are not checked. */
export const keptRow = (
  effect: NoEffect,
  more: Pick<KeptRow, 'secret' | 'parts' | 'unsupported'> = {},
): KeptRow => ({ type: anything, section: WITHOUT_EFFECT, effect, ...more });

/** The row of an attribute that no rule reads. */
export const keptAttribute = (effect: NoEffect, more: Pick<AttributeRow, 'secret'> = {}): AttributeRow => ({
  type: text,
  section: WITHOUT_EFFECT,
  effect,
  ...more,
});

/** The value type for a member of a representation. */
type TypeOf<Value> = [Value] extends [boolean]
  ? FlagType
  : [Value] extends [number]
    ? NumberType
    : [Value] extends [string]
      ? TextType
      : [Value] extends [readonly unknown[]]
        ? ListType
        : MapType | ObjectType;

/** The declared members of a representation, without those that it merely tolerates. */
type NamedMember<T> = keyof { [Member in keyof T as string extends Member ? never : Member]: T[Member] };

/** One row per member: a missing or misspelled one, or one of another type, does not compile. */
export type SettingRows<T> = {
  readonly [Member in NamedMember<T>]-?: SettingRow<NonNullable<T[Member & keyof T]>>;
};

/** Rows that share a section. */
export function inSection<Rows extends object>(
  section: string,
  rows: { readonly [Member in keyof NoInfer<Rows>]: Omit<NoInfer<Rows>[Member], 'section'> },
): Rows {
  const entries = Object.entries<object>(rows).map(([name, row]) => [name, { ...row, section }]);
  return Object.fromEntries(entries) as Rows;
}

/** The row of a setting that users can find by a label. */
export const setting = <Value>(
  section: string,
  label: string,
  type: SettingRow<Value>['type'],
  effect: string | NoEffect,
  more: Pick<SettingRow<Value>, 'default' | 'fileDefault' | 'unset' | 'secret' | 'registration'> = {},
): SettingRow<Value> => ({ type, section, label, effect, ...more });

/** The row of an on/off setting. */
export const toggle = (
  section: string,
  label: string,
  effect: string | NoEffect,
  value = false,
  more: Pick<SettingRow<boolean>, 'fileDefault'> = {},
): SettingRow<boolean> => setting(section, label, flag, effect, { default: value, ...more });

/** Rows of settings stored as texts, by attribute. */
export type AttributeRows = Readonly<Record<string, AttributeRow>>;

/** The row of an attribute; undefined for an unknown one. */
export function findAttribute(rows: AttributeRows, name: string): AttributeRow | undefined {
  return Object.hasOwn(rows, name) ? rows[name] : undefined;
}

/** A setting stored as a text: flags as `true` and `false`, numbers in digits, lists joined by `##`. */
export interface AttributeRow extends Omit<SettingRow<never>, 'type' | 'default' | 'fileDefault' | 'parts'> {
  readonly type: TextType | FlagType | NumberType | ListType;
  /** As written. */
  readonly default?: string;
  /** The default in a realm file, where it differs from the admin API's. */
  readonly fileDefault?: string;
  /** Forms do not accept an empty value. */
  readonly required?: true;
}

/**
 * Where a new object comes from, since defaults differ. Compat: for a client that the admin API creates without
 * naming its protocol, as scripts do, Keycloak leaves out the defaults of its console.
 */
export type Origin = 'file' | 'api' | 'api without protocol';

/** What a setting is when it is left out. */
export function defaultOf<Value>(
  row: { readonly default?: Value; readonly fileDefault?: Value },
  origin: Origin,
): Value | undefined {
  return origin === 'api' ? row.default : (row.fileDefault ?? row.default);
}
