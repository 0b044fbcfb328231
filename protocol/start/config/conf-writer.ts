// Changes keys in a configuration file's bytes; every other line stays byte for byte.
import type { OptionKey } from '#protocol/contract/options.ts';
import { findOption } from './option-values.ts';

/** New value by key; null removes every line of the key. */
export type ConfChanges = ReadonlyMap<OptionKey, string | null>;

/** A line as bytes, so that content that is not UTF-8 survives. */
interface Line {
  readonly content: Buffer;
  /** `\r\n`, `\n`, `\r`, or empty at the end of the file. */
  readonly ending: string;
}

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/**
 * Whether a value is read back as written: one trimmed line, no NUL, no lone surrogate. Nothing is escaped.
 */
export function isValidConfValue(text: string): boolean {
  // With the u flag, this range matches lone surrogates only.
  return text.trim() === text && !/[\0\r\n]|[\uD800-\uDFFF]/u.test(text);
}

/**
 * The file's bytes after the changes. If a key occurs several times, only the last line counts, so only that
 * one is changed; null removes all of them. A new key is added below the last commented-out line of the same
 * key (`#http-port=8080`), else at the end of the block that begins with a comment naming its section, else
 * at the end of the file. docs/decisions/0108-changing-the-configuration-file.md.
 * @throws {TypeError} for a value that cannot be read back (see {@link isValidConfValue}).
 */
export function changeConf(content: Uint8Array, changes: ConfChanges): Buffer {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const hasMark = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  let lines = splitLines(hasMark ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes);
  for (const [key, text] of changes) {
    if (text !== null && !isValidConfValue(text)) throw new TypeError(`the value of ${key} is not one line`);
    lines = text === null ? removeKey(lines, key) : setKey(lines, key, text);
  }
  const mark = hasMark ? [BYTE_ORDER_MARK] : [];
  const written = lines.map((line, index) =>
    Buffer.concat([line.content, Buffer.from(endingOf(line, lines[index + 1]))]),
  );
  return Buffer.concat([...mark, ...written]);
}

/** A `\r` followed by an empty line that ends with `\n` would merge into one line break. */
function endingOf({ ending }: Line, next: Line | undefined): string {
  return ending === '\r' && next?.content.length === 0 && next.ending === '\n' ? '\r\n' : ending;
}

function splitLines(bytes: Buffer): Line[] {
  const lines: Line[] = [];
  let start = 0;
  while (start < bytes.length) {
    let end = start;
    while (end < bytes.length && bytes[end] !== 0x0a && bytes[end] !== 0x0d) end++;
    const next = bytes[end] === 0x0d && bytes[end + 1] === 0x0a ? end + 2 : Math.min(end + 1, bytes.length);
    lines.push({ content: bytes.subarray(start, end), ending: bytes.toString('latin1', end, next) });
    start = next;
  }
  return lines;
}

function keyOf(text: string): string | undefined {
  const equals = text.indexOf('=');
  return equals < 1 ? undefined : findOption(text.slice(0, equals).trim())?.key;
}

/** The option that a line sets. */
function entryKey({ content }: Line): string | undefined {
  const text = content.toString().trim();
  return text.startsWith('#') ? undefined : keyOf(text);
}

/** The option that a commented-out line would set. */
function commentedKey({ content }: Line): string | undefined {
  const text = content.toString().trim();
  return text.startsWith('#') ? keyOf(text.replace(/^[#\s]+/, '')) : undefined;
}

function removeKey(lines: readonly Line[], key: OptionKey): Line[] {
  const kept = lines.filter((line) => entryKey(line) !== key);
  const last = kept.at(-1);
  // The last line keeps its line break, or its lack of one.
  const wasEnded = lines.at(-1)?.ending !== '';
  return last === undefined || wasEnded ? kept : kept.with(-1, { ...last, ending: '' });
}

function setKey(lines: readonly Line[], key: OptionKey, text: string): Line[] {
  const index = lines.findLastIndex((line) => entryKey(line) === key);
  const old = lines[index];
  if (old === undefined) return insertKey(lines, key, text);
  const whole = old.content.toString();
  const equals = whole.indexOf('=');
  const value = whole.slice(equals + 1);
  const leading = value.slice(0, value.length - value.trimStart().length);
  const trailing = value.trim() === '' ? '' : value.slice(value.trimEnd().length);
  const content = Buffer.from(`${whole.slice(0, equals + 1)}${leading}${text}${trailing}`);
  return lines.with(index, { ...old, content });
}

function insertKey(lines: readonly Line[], key: OptionKey, text: string): Line[] {
  const content = Buffer.from(`${key}=${text}`);
  const index = placeOf(lines, key);
  const before = lines[index - 1];
  if (before === undefined) return [{ content, ending: '\n' }, ...lines];
  const style = before.ending || lines[0]?.ending || '\n';
  const above = lines.slice(0, index - 1);
  // After a last line without a line break, the new last line has none either.
  return [...above, { ...before, ending: style }, { content, ending: before.ending }, ...lines.slice(index)];
}

/** Index at which a new line of the key is inserted. */
function placeOf(lines: readonly Line[], key: OptionKey): number {
  const commented = lines.findLastIndex((line) => commentedKey(line) === key);
  if (commented !== -1) return commented + 1;
  const section = findOption(key)?.section.toLowerCase();
  const heading = lines.findLastIndex((line) => headingOf(line) === section);
  if (heading === -1) return lines.length;
  const gap = lines.findIndex((line, index) => index > heading && line.content.toString().trim() === '');
  return gap === -1 ? lines.length : gap;
}

/** A comment's text without decoration: `# --- Logging ---` is `logging`. */
function headingOf({ content }: Line): string | undefined {
  const text = content.toString().trim();
  if (!text.startsWith('#')) return undefined;
  return text
    .replaceAll(/[#*=:-]/g, ' ')
    .trim()
    .toLowerCase();
}
