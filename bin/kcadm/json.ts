// JSON as a tree that loses nothing: members keep their order, whatever their names, and numbers their text.

/** A number as it was written: 1.0 stays 1.0, and no digit of a long number is lost. */
export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type JsonObject = Map<string, Json>;
export type Json = null | boolean | string | JsonNumber | Json[] | JsonObject;

/** A text that is not JSON; the message says what is wrong and where. */
export class JsonError extends Error {
  constructor(problem: string, text: string, position: number) {
    const before = text.slice(0, position).split('\n');
    super(`${problem} (line ${before.length}, column ${(before.at(-1) ?? '').length + 1})`);
    this.name = 'JsonError';
  }
}

/** As in Jackson; deeper documents would exhaust the stack. */
const DEEPEST = 1000;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids control characters in strings
const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const BLANKS = /[ \t\r\n]*/y;
const LITERALS: readonly (readonly [string, null | boolean])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

/** Position in the text, and how deep the current value is nested. */
class Reader {
  readonly text: string;
  position = 0;
  depth = 0;

  constructor(text: string) {
    this.text = text;
  }

  fail(problem: string): JsonError {
    return new JsonError(problem, this.text, this.position);
  }

  skipBlanks(): void {
    BLANKS.lastIndex = this.position;
    BLANKS.exec(this.text);
    this.position = BLANKS.lastIndex;
  }

  /** The match at the current position, which is then passed. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.position += found.length;
    return found;
  }

  /** Passes `text` if it comes next. */
  takes(text: string): boolean {
    if (!this.text.startsWith(text, this.position)) return false;
    this.position += text.length;
    return true;
  }
}

function readString(reader: Reader): string {
  const found = reader.match(STRING);
  if (found === undefined) {
    const missing = reader.text[reader.position] === '"';
    throw reader.fail(
      missing ? 'a string is unterminated or contains an invalid character' : 'expected a string',
    );
  }
  return JSON.parse(found) as string;
}

/** Reads items until `close`; `item` reads one of them. */
function readItems(reader: Reader, close: string, item: () => void): void {
  reader.depth++;
  if (reader.depth > DEEPEST) throw reader.fail(`nested deeper than ${DEEPEST} levels`);
  reader.skipBlanks();
  if (!reader.takes(close)) {
    for (;;) {
      item();
      reader.skipBlanks();
      if (reader.takes(close)) break;
      if (!reader.takes(',')) throw reader.fail(`expected "," or "${close}"`);
    }
  }
  reader.depth--;
}

function readArray(reader: Reader): Json[] {
  const items: Json[] = [];
  readItems(reader, ']', () => items.push(readValue(reader)));
  return items;
}

function readObject(reader: Reader): JsonObject {
  const members: JsonObject = new Map();
  readItems(reader, '}', () => {
    reader.skipBlanks();
    const name = readString(reader);
    reader.skipBlanks();
    if (!reader.takes(':')) throw reader.fail('expected ":"');
    members.set(name, readValue(reader));
  });
  return members;
}

function readValue(reader: Reader): Json {
  reader.skipBlanks();
  if (reader.takes('{')) return readObject(reader);
  if (reader.takes('[')) return readArray(reader);
  if (reader.text[reader.position] === '"') return readString(reader);
  const number = reader.match(NUMBER);
  if (number !== undefined) return new JsonNumber(number);
  const literal = LITERALS.find(([text]) => reader.takes(text));
  if (literal === undefined) throw reader.fail('expected a value');
  return literal[1];
}

/** @throws {JsonError} when the text is not exactly one JSON value. */
export function parseJson(text: string): Json {
  const reader = new Reader(text);
  const value = readValue(reader);
  reader.skipBlanks();
  if (reader.position < text.length) throw reader.fail('expected the end of the document');
  return value;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return value instanceof Map;
}

/** The JSON object with these members; members that are undefined are left out. */
export function objectOf(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  return new Map(Object.entries(members).filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

/** The JSON text without blanks. */
export function writeCompact(value: Json): string {
  if (value instanceof JsonNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(writeCompact).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return `{${[...value].map(([name, member]) => `${JSON.stringify(name)}:${writeCompact(member)}`).join(',')}}`;
}

/** Compat: the layout that Keycloak's tool prints, `"name" : value`, with an array's brackets on shared lines. */
export function writePretty(value: Json, indent = ''): string {
  if (Array.isArray(value)) {
    return value.length === 0 ? '[ ]' : `[ ${value.map((item) => writePretty(item, indent)).join(', ')} ]`;
  }
  if (!isObject(value)) return writeCompact(value);
  if (value.size === 0) return '{ }';
  const inner = `${indent}  `;
  const members = [...value].map(
    ([name, member]) => `${inner}${JSON.stringify(name)} : ${writePretty(member, inner)}`,
  );
  return `{\n${members.join(',\n')}\n${indent}}`;
}
