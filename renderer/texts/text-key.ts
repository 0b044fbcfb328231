// The keys of the texts, and what the placeholders of each need, derived from the English tables.
import type * as EN from './en/index.ts';

type English = typeof EN;
type Namespace = keyof English;

/** Forms that Intl.PluralRules distinguishes in the languages that the console has. */
type Form = 'one' | 'other';
type Base<Key> = Key extends `${infer Name}_${Form}` ? Name : Key;

/** `namespace:name`; a text with plural forms has the name without its form. */
export type TextKey = {
  [Each in Namespace]: `${Each}:${Base<keyof English[Each]> & string}`;
}[Namespace];

type Lookup<Table, Name extends string> = {
  [Each in keyof Table]: Base<Each> extends Name ? Table[Each] : never;
}[keyof Table];

/** The English text of a key, in all its forms. */
export type EnglishText<Key> = Key extends `${infer Each extends Namespace}:${infer Name}`
  ? Lookup<English[Each], Name>
  : never;

/** Placeholders of a text: `{{user}}`, `{{count, number}}`. */
export type Placeholder<Text> = Text extends `${string}{{${infer Inside}}}${infer Rest}`
  ? (Inside extends `${infer Name},${string}` ? Name : Inside) | Placeholder<Rest>
  : never;

/** Marks of a text: `<code>…</code>`, `<link/>`. */
export type Mark<Text> = Text extends `${string}<${infer Inside}>${infer Rest}`
  ? (Inside extends `/${string}` ? never : Inside extends `${infer Name}/` ? Name : Inside) | Mark<Rest>
  : never;

type Value<Name> = Name extends 'count' ? number : string | number;

/** What `text` needs besides the key: nothing, or a value for each placeholder. */
export type TextValues<Key> = [Placeholder<EnglishText<Key>>] extends [never]
  ? []
  : [values: { readonly [Name in Placeholder<EnglishText<Key>>]: Value<Name> }];

/** A key without placeholders, for tables of labels. */
export type PlainKey = {
  [Key in TextKey]: [Placeholder<EnglishText<Key>>] extends [never] ? Key : never;
}[TextKey];

/** A key whose only placeholder is a count, such as the name of a list's rows. */
export type CountKey = {
  [Key in TextKey]: [Placeholder<EnglishText<Key>>] extends ['count']
    ? [Placeholder<EnglishText<Key>>] extends [never]
      ? never
      : Key
    : never;
}[TextKey];

/** The tables of another language: the same names, no more and no fewer. */
export type Texts<Table> = { readonly [Name in keyof Table]: string };
