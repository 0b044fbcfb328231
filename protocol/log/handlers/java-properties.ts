// Parses Java properties files: comments, continuation lines, separators, escapes.

/** Invalid syntax; the message contains the line number. */
export class PropertiesSyntaxError extends Error {}

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' };

/**
 * The last value of a key wins. Trailing spaces of values are kept, as in Java.
 * @throws {PropertiesSyntaxError} for a `\u` without four hexadecimal digits, the only error that Java
 * reports.
 */
export function parseJavaProperties(text: string): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  for (const { content, line } of logicalLines(text.replace(/^\uFEFF/, ''))) {
    const keyEnd = endOfKey(content);
    const separator = /^[ \t\f]*[=:]?[ \t\f]*/.exec(content.slice(keyEnd))?.[0].length ?? 0;
    entries.set(
      unescapeText(content.slice(0, keyEnd), line),
      unescapeText(content.slice(keyEnd + separator), line),
    );
  }
  return entries;
}

interface LogicalLine {
  readonly content: string;
  /** Line number of its start, from 1. */
  readonly line: number;
}

/** Lines without leading spaces, continuation lines joined, comments and empty lines removed. */
function logicalLines(text: string): LogicalLine[] {
  const lines: LogicalLine[] = [];
  let open: LogicalLine | undefined;
  for (const [index, natural] of text.split(/\r\n|\n|\r/).entries()) {
    const content = natural.replace(/^[ \t\f]+/, '');
    if (open === undefined && /^[#!]/.test(content)) continue;
    const begun: LogicalLine = open ?? { content: '', line: index + 1 };
    open = isContinued(content) ? { ...begun, content: begun.content + content.slice(0, -1) } : undefined;
    if (open === undefined) lines.push({ ...begun, content: begun.content + content });
  }
  // The file may end with an incomplete continuation.
  if (open !== undefined) lines.push(open);
  return lines.filter(({ content }) => content !== '');
}

/** An odd number of trailing backslashes: the last one is not escaped. */
function isContinued(content: string): boolean {
  return (/\\*$/.exec(content)?.[0].length ?? 0) % 2 === 1;
}

/** The index of the first unescaped separator. */
function endOfKey(content: string): number {
  for (let at = 0; at < content.length; at++) {
    const char = content.charAt(at);
    if (char === '\\') at += 1;
    else if (/[=: \t\f]/.test(char)) return at;
  }
  return content.length;
}

function unescapeText(text: string, line: number): string {
  return text.replaceAll(/\\(u([0-9A-Fa-f]{4})|[\s\S]|$)/g, (_, escaped: string, hex: string | undefined) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    if (escaped === 'u') throw new PropertiesSyntaxError(`line ${line}: \\u needs four hexadecimal digits`);
    return ESCAPES[escaped] ?? escaped;
  });
}
