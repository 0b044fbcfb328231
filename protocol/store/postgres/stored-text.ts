// Texts and documents as a database can store them, which takes neither U+0000 nor half of a surrogate pair.

/** Announces a character that is written as four hexadecimal digits. A noncharacter, which no text should contain. */
const MARK = '\uFDD0';

/** `\p{Surrogate}` matches only halves without the other one. */
const UNSTORABLE = new RegExp(`[${String.fromCharCode(0)}${MARK}]|\\p{Surrogate}`, 'u');
const EVERY_UNSTORABLE = new RegExp(UNSTORABLE.source, 'gu');
const EVERY_MARKED = /\uFDD0([0-9a-f]{4})/g;

/** What JSON.stringify writes for these characters. It may also be a part of other text, which only costs time. */
const UNSTORABLE_IN_JSON = /\\u0000|\\ud[89a-f]|\uFDD0/;

/** A text without characters that the database rejects; other texts stay as they are. */
export function toStoredText(text: string): string {
  if (!UNSTORABLE.test(text)) return text;
  return text.replace(
    EVERY_UNSTORABLE,
    (character) => MARK + character.charCodeAt(0).toString(16).padStart(4, '0'),
  );
}

/** The text that {@link toStoredText} was given. */
export function fromStoredText(text: string): string {
  if (!text.includes(MARK)) return text;
  return text.replace(EVERY_MARKED, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json };

/** Applies `change` to every text of a document, names of members included. */
function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => mapTexts(item, change));
  const members = Object.entries(value).map(([name, member]) => [change(name), mapTexts(member, change)]);
  return Object.fromEntries(members);
}

/** JSON that the database accepts for plain data. */
export function toStoredJson(value: object): string {
  const json = JSON.stringify(value);
  if (!UNSTORABLE_IN_JSON.test(json)) return json;
  return JSON.stringify(mapTexts(JSON.parse(json), toStoredText));
}

/** The plain data of a stored document. */
export function fromStoredJson(json: string): unknown {
  const value: Json = JSON.parse(json);
  return json.includes(MARK) ? mapTexts(value, fromStoredText) : value;
}
