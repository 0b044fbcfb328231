// Texts with placeholders, as Keycloak's message files have them (java.text.MessageFormat).

/** A formatted text, and what is wrong with its pattern. */
export interface FormattedText {
  readonly text: string;
  readonly problem: string | undefined;
}

/** Part of a pattern: a quoted text, two apostrophes, a placeholder, or a brace that belongs to none. */
const PART = /''|'([^']*)'|\{(\d{1,2})\}|[{}']/g;

/** A pattern, read: texts, and the numbers of placeholders. */
interface Pattern {
  readonly parts: readonly (string | number)[];
  /** What is wrong with the pattern itself. */
  readonly problems: readonly string[];
}

function readPattern(pattern: string): Pattern {
  const parts: (string | number)[] = [];
  const problems: string[] = [];
  let end = 0;
  for (const match of pattern.matchAll(PART)) {
    const [part, quoted, place] = match;
    parts.push(pattern.slice(end, match.index));
    end = match.index + part.length;
    if (place !== undefined) parts.push(Number(place));
    else if (part === "''") parts.push("'");
    else parts.push(quoted ?? part);
    if (part === '{' || part === '}') problems.push(`"${part}" belongs to no placeholder`);
  }
  return { parts: [...parts, pattern.slice(end)], problems };
}

/** Patterns that were read: a page has the same texts every time. */
const patterns = new Map<string, Pattern>();
const MOST_PATTERNS = 5000;

function findPattern(pattern: string): Pattern {
  const known = patterns.get(pattern);
  if (known !== undefined) return known;
  if (patterns.size >= MOST_PATTERNS) patterns.clear();
  const read = readPattern(pattern);
  patterns.set(pattern, read);
  return read;
}

/** What is wrong with the pattern, whatever its values are. */
export function findPatternProblem(pattern: string): string | undefined {
  const { problems } = readPattern(pattern);
  return problems.length === 0 ? undefined : [...new Set(problems)].join(', ');
}

function describeValues({ length }: readonly string[]): string {
  return length === 0 ? 'this text has none' : `there are {0} to {${length - 1}}`;
}

/** A pattern that is broken is shown as far as possible. */
export function formatMessage(pattern: string, values: readonly string[]): FormattedText {
  const { parts, problems } = findPattern(pattern);
  let text = '';
  const missing: string[] = [];
  for (const part of parts) {
    if (typeof part === 'string') text += part;
    else {
      const value = values[part];
      if (value === undefined) missing.push(`{${part}} has no value; ${describeValues(values)}`);
      text += value ?? `{${part}}`;
    }
  }
  const all = missing.length === 0 ? problems : [...problems, ...missing];
  return { text, problem: all.length === 0 ? undefined : [...new Set(all)].join(', ') };
}
