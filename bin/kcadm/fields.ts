// --fields: which members of a JSON document are shown.
import { CommandError, UsageError } from './command-error.ts';
import { isObject, type Json } from './json.ts';

/** Names in order, each with the fields in the brackets after it. */
export type Fields = ReadonlyMap<string, Fields | undefined>;

const NOTHING: Fields = new Map();

class FieldsReader {
  readonly text: string;
  position = 0;

  constructor(text: string) {
    this.text = text;
  }

  fail(): CommandError {
    return new CommandError(
      `Invalid fields specification at position ${this.position}: ${this.text}. Write names separated by commas, with nested names in brackets: id,protocolMappers(name,config(*))`,
    );
  }

  takes(character: string): boolean {
    if (this.text[this.position] !== character) return false;
    this.position++;
    return true;
  }

  readList(): Fields {
    const fields = new Map<string, Fields | undefined>();
    do {
      const name = /[^,()]*/y;
      name.lastIndex = this.position;
      const found = name.exec(this.text)?.[0] ?? '';
      if (found === '') throw this.fail();
      this.position += found.length;
      fields.set(found, this.readBrackets());
    } while (this.takes(','));
    return fields;
  }

  readBrackets(): Fields | undefined {
    if (!this.takes('(')) return undefined;
    const inner = this.readList();
    if (!this.takes(')')) throw this.fail();
    return inner;
  }
}

/**
 * Parses `id,realm(*),-secret`. Compat: blanks belong to the name.
 * @throws {UsageError} for an empty text. @throws {CommandError} for a misplaced comma or bracket.
 */
export function parseFields(text: string): Fields {
  if (text === '') throw new UsageError('Fields spec is null or empty!');
  const reader = new FieldsReader(text);
  const fields = reader.readList();
  if (reader.position < text.length) throw reader.fail();
  return fields;
}

/**
 * The value with the listed members only; lists are filtered item by item. Compat: a member that is an object is
 * shown empty unless brackets say which of its members are shown; `*` means all members, `-name` all but this one.
 */
export function filterFields(value: Json, fields: Fields): Json {
  if (Array.isArray(value)) return value.map((item) => filterFields(item, fields));
  if (!isObject(value)) return value;
  const shown = [...value].filter(
    ([name]) => !fields.has(`-${name}`) && (fields.has('*') || fields.has(name)),
  );
  return new Map(
    shown.map(([name, member]) => [
      name,
      filterFields(member, fields.get(name) ?? fields.get('*') ?? NOTHING),
    ]),
  );
}
