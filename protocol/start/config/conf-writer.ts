// Changes keys in a configuration file's bytes, and nothing else in them: every other line stays byte for byte.
import type { OptionKey } from '#protocol/contract/options.ts';
import { findOption } from './option-values.ts';

/** New text by key; null takes every line of the key out. */
export type ConfChanges = ReadonlyMap<OptionKey, string | null>;

/** A line as bytes, so that what is no UTF-8 (a comment from elsewhere) survives, too. */
interface Line {
  readonly content: Buffer;
  /** `\r\n`, `\n`, `\r`, or nothing at the end of the file. */
  readonly ending: string;
}

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** Whether a text comes back from the file as it was written: one line, no blanks around it, no NUL, nothing that UTF-8 has no bytes for. There are no escapes. */
export function canStandInConf(text: string): boolean {
  // With the u flag only a surrogate without its other half is matched.
  return text.trim() === text && !/[\0\r\n]|[\uD800-\uDFFF]/u.test(text);
}

/**
 * The file's bytes after the changes. Where a key stands several times the last line counts, so that one is changed and the others stay as they
 * are; null removes all of them. A new key goes below the last commented line of its own (`#http-port=8080`), else to the end of the block that begins
 * with a comment saying its section's name, else to the end of the file. docs/decisions/0108-changing-the-configuration-file.md.
 * @throws {TypeError} for a text that would not come back as it was written (see {@link canStandInConf}).
 */
export function changeConf(content: Uint8Array, changes: ConfChanges): Buffer {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const hasMark = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  let lines = splitLines(hasMark ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes);
  for (const [key, text] of changes) {
    if (text !== null && !canStandInConf(text)) throw new TypeError(`the value of ${key} is not one line`);
    lines = text === null ? removeKey(lines, key) : setKey(lines, key, text);
  }
  const mark = hasMark ? [BYTE_ORDER_MARK] : [];
  const written = lines.map((line, index) =>
    Buffer.concat([line.content, Buffer.from(endingOf(line, lines[index + 1]))]),
  );
  return Buffer.concat([...mark, ...written]);
}

/** A `\r` in front of an empty line that ends with `\n` would make one line break of two. */
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

/** The option that `key=…` belongs to. */
function keyOf(text: string): string | undefined {
  const equals = text.indexOf('=');
  return equals < 1 ? undefined : findOption(text.slice(0, equals).trim())?.key;
}

/** The option whose value a line gives. */
function entryKey({ content }: Line): string | undefined {
  const text = content.toString().trim();
  return text.startsWith('#') ? undefined : keyOf(text);
}

/** The option that a line would give a value to, were it no comment. */
function commentedKey({ content }: Line): string | undefined {
  const text = content.toString().trim();
  return text.startsWith('#') ? keyOf(text.replace(/^[#\s]+/, '')) : undefined;
}

function removeKey(lines: readonly Line[], key: OptionKey): Line[] {
  const kept = lines.filter((line) => entryKey(line) !== key);
  const last = kept.at(-1);
  // Whether the file's last line is ended stays as it was.
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
  // Below a last line that is not ended, the new one is the last one and not ended.
  return [...above, { ...before, ending: style }, { content, ending: before.ending }, ...lines.slice(index)];
}

/** Index that a new line of the key gets. */
function placeOf(lines: readonly Line[], key: OptionKey): number {
  const commented = lines.findLastIndex((line) => commentedKey(line) === key);
  if (commented !== -1) return commented + 1;
  const section = findOption(key)?.section.toLowerCase();
  const heading = lines.findLastIndex((line) => headingOf(line) === section);
  if (heading === -1) return lines.length;
  const gap = lines.findIndex((line, index) => index > heading && line.content.toString().trim() === '');
  return gap === -1 ? lines.length : gap;
}

/** What a comment says without its decoration: `# --- Logging ---` is `logging`. */
function headingOf({ content }: Line): string | undefined {
  const text = content.toString().trim();
  if (!text.startsWith('#')) return undefined;
  return text
    .replaceAll(/[#*=:-]/g, ' ')
    .trim()
    .toLowerCase();
}
