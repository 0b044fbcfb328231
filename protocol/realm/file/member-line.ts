// Finds the line of a member in the text of a realm file.

/** A string, a structural character, or a number or literal, with blanks before it. */
const TOKEN = /\s*("[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s{}[\]:,"]+)/y;

interface Cursor {
  readonly text: string;
  offset: number;
}

function nextToken(cursor: Cursor): string {
  TOKEN.lastIndex = cursor.offset;
  const match = TOKEN.exec(cursor.text);
  if (match === null) return '';
  cursor.offset = TOKEN.lastIndex;
  return match[1] ?? '';
}

/** Skips the value that begins with `first`. */
function skipValue(cursor: Cursor, first: string): void {
  if (first !== '{' && first !== '[') return;
  for (let depth = 1; depth > 0; ) {
    const token = nextToken(cursor);
    if (token === '') return;
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
  }
}

/** What is left of a path after a key, which may contain dots: `attributes.saml.encrypt`. */
function afterKey(path: string, key: string): string | undefined {
  if (path === key) return '';
  if (path.startsWith(`${key}.`)) return path.slice(key.length + 1);
  return path.startsWith(`${key}[`) ? path.slice(key.length) : undefined;
}

function findInObject(cursor: Cursor, path: string): number | undefined {
  let nearest: number | undefined;
  for (;;) {
    const key = nextToken(cursor);
    const at = cursor.offset - key.length;
    if (!key.startsWith('"')) return nearest;
    nextToken(cursor);
    const rest = afterKey(path, JSON.parse(key) as string);
    if (rest === '') return at;
    // Another key may be longer: `saml` and `saml.encrypt`.
    const found = findBelow({ ...cursor }, rest ?? '');
    if (found !== undefined) return found;
    if (rest !== undefined) nearest = at;
    skipValue(cursor, nextToken(cursor));
    if (nextToken(cursor) !== ',') return nearest;
  }
}

function findInArray(cursor: Cursor, path: string): number | undefined {
  const [whole, index] = /^\[(\d+)\]\.?/.exec(path) ?? [];
  if (whole === undefined) return undefined;
  for (let skipped = 0; skipped < Number(index); skipped++) {
    skipValue(cursor, nextToken(cursor));
    if (nextToken(cursor) !== ',') return undefined;
  }
  const start = { ...cursor };
  const at =
    cursor.offset + (/^\s*/.exec(cursor.text.slice(cursor.offset, cursor.offset + 10_000))?.[0].length ?? 0);
  return findBelow(start, path.slice(whole.length)) ?? at;
}

/** The offset of what `path` names in the value at the cursor; undefined when the value does not have it. */
function findBelow(cursor: Cursor, path: string): number | undefined {
  if (path === '') return undefined;
  const first = nextToken(cursor);
  if (first === '{') return findInObject(cursor, path);
  return first === '[' ? findInArray(cursor, path) : undefined;
}

/**
 * The line, counted from 1, of the member that `path` names (`clients[3].redirectUris`), or of the nearest one
 * above it. `text` is valid JSON.
 */
export function findMemberLine(text: string, path: string): number | undefined {
  const offset = findBelow({ text, offset: 0 }, path);
  return offset === undefined ? undefined : text.slice(0, offset).split('\n').length;
}
