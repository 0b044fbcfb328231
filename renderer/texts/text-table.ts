// Tables of texts by name, for modules that are loaded before the language is known.
import { type PlainKey, text } from './text.ts';

/** Each text is read when it is used, in the language of that time. */
export function textTable<Name extends string>(
  keys: Readonly<Record<Name, PlainKey>>,
): Readonly<Record<Name, string>> {
  const table = {} as Record<Name, string>;
  for (const [name, key] of Object.entries<PlainKey>(keys))
    Object.defineProperty(table, name, { enumerable: true, get: () => text(key) });
  return table;
}
