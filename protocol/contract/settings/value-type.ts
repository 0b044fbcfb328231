// Value types of settings: the vocabulary of the tables of settings, interpreted by one checker.
import type { FindUnsupported, NoEffect } from './kept.ts';

/** Texts with a required format. `url`: http or https; a path or a placeholder is completed later. */
export type TextFormat =
  | 'name'
  | 'identifier'
  | 'url'
  | 'path-segment'
  | 'json-object'
  | 'key-set'
  | 'signing-certificate'
  | 'encryption-certificate'
  | 'private-key'
  | 'artifact-identifier'
  | 'consumer-service'
  | 'numbered-service';

/** A text, with its required format or choices. */
export interface TextType {
  readonly kind: 'text';
  readonly format?: TextFormat;
  readonly choices?: readonly string[];
  /** Choices found in realm files that this server rejects, each with the reason. */
  readonly refused?: Readonly<Record<string, string>>;
  /** Case-insensitive. */
  readonly anyCase?: true;
  /** The empty text means "not set". */
  readonly emptyIsUnset?: true;
}

export interface FlagType {
  readonly kind: 'flag';
}

/** A whole number within bounds. */
export interface NumberType {
  readonly kind: 'number';
  readonly least: number;
  readonly most: number;
  readonly unit?: 'seconds' | 'milliseconds';
}

/** A list; `orOne` accepts a single value as a list of one, like Keycloak. */
export interface ListType {
  readonly kind: 'list';
  readonly of: ValueType;
  readonly orOne?: true;
}

/** An object with arbitrary keys. `settingOf` finds the settings among its texts. */
export interface MapType {
  readonly kind: 'map';
  readonly of: ValueType;
  readonly settingOf?: (key: string) => TextSetting | undefined;
  /** A null is kept: it removes what is stored under its key. */
  readonly nullRemoves?: true;
}

/** An object with these members; members without a row are kept unchanged. */
export interface ObjectType {
  readonly kind: 'object';
  /** A function, because groups contain groups. */
  readonly rows: () => Readonly<Record<string, { readonly type: ValueType }>>;
  readonly required: readonly string[];
}

/** Any JSON value, because nothing reads it. */
export interface AnyType {
  readonly kind: 'any';
}

export type ValueType = AnyType | TextType | FlagType | NumberType | ListType | MapType | ObjectType;

/** A setting stored as a text: flags as `true` and `false`, numbers in digits, lists joined by `##`. */
export interface TextSetting {
  readonly type: TextType | FlagType | NumberType | ListType;
  readonly effect: string | NoEffect;
  readonly secret?: true;
  readonly unsupported?: FindUnsupported;
}

const MOST_SECONDS = 2_147_483_647;

export const anything: AnyType = { kind: 'any' };
/** Any text of at most 64 Ki characters. */
export const text: TextType = { kind: 'text' };
export const formatted = (format: TextFormat): TextType => ({ kind: 'text', format });
/** A name: 1 to 255 characters, not blank, no control characters. */
export const name: TextType = formatted('name');
/** An identifier as used in paths. */
export const identifier: TextType = formatted('identifier');
/** An http or https URL, a path below the root URL, or a placeholder; may be empty. */
export const url: TextType = { kind: 'text', format: 'url', emptyIsUnset: true };
/** `true` or `false`. */
export const flag: FlagType = { kind: 'flag' };
/** A whole number that a double can represent exactly. */
export const integer: NumberType = {
  kind: 'number',
  least: Number.MIN_SAFE_INTEGER,
  most: Number.MAX_SAFE_INTEGER,
};
/** A whole number between bounds. */
export const numberBetween = (least: number, most: number): NumberType => ({ kind: 'number', least, most });
/** A time span in seconds; -1 means "not set" in Keycloak's files. */
export const seconds: NumberType = { kind: 'number', least: -1, most: MOST_SECONDS, unit: 'seconds' };
/** A time span in seconds between bounds. */
export const secondsBetween = (least: number, most: number): NumberType => ({
  kind: 'number',
  least,
  most,
  unit: 'seconds',
});
/** A time span in milliseconds. */
export const milliseconds: NumberType = {
  kind: 'number',
  least: 0,
  most: MOST_SECONDS,
  unit: 'milliseconds',
};
export const oneOf = (
  choices: readonly string[],
  options: Pick<TextType, 'refused' | 'anyCase' | 'emptyIsUnset'> = {},
): TextType => ({ kind: 'text', choices, ...options });
export const listOf = (of: ValueType): ListType => ({ kind: 'list', of });
/** An object with arbitrary keys. */
export const mapOf = (of: ValueType, settingOf?: MapType['settingOf']): MapType => ({
  kind: 'map',
  of,
  ...(settingOf === undefined ? {} : { settingOf, nullRemoves: true }),
});
/** Changes by key; null removes. */
export const changesOf = (of: ValueType): MapType => ({ kind: 'map', of, nullRemoves: true });
/** An object with known members. */
export const objectOf = (rows: ObjectType['rows'], ...required: readonly string[]): ObjectType => ({
  kind: 'object',
  rows,
  required,
});

/** `["a", "b"]` */
export const texts: ListType = listOf(text);
/** `{"a": "b"}` */
export const textMap: MapType = mapOf(text);
/** `{"a": ["b"]}` */
export const textsMap: MapType = mapOf(texts);
/** User, role and group attributes: `{"a": ["b"]}`, where one value may be written without its list. */
export const listAttributes: MapType = mapOf({ kind: 'list', of: text, orOne: true });
