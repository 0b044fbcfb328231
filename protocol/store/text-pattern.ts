// Patterns of texts that a program matches and a database expresses with LIKE.

/**
 * Texts that follow one another, with anything in between: `['a']` is exactly a, `['a', '']` begins with a,
 * `['', 'a', '']` contains a, `['a', 'b']` begins with a and ends with b. No character has a special meaning, so
 * `%`, `_` and `\` must be escaped for LIKE. No part at all matches nothing.
 */
export type TextPattern = readonly string[];

/** Matches the whole text only. */
export function exactly(text: string): TextPattern {
  return [text];
}

/** Matches texts that contain this one. */
export function containing(text: string): TextPattern {
  return ['', text, ''];
}

/** A test of texts against the pattern, case-sensitive. */
export function compilePattern(pattern: TextPattern): (text: string) => boolean {
  const [start, ...rest] = pattern;
  const end = rest.pop();
  if (start === undefined) return () => false;
  if (end === undefined) return (text) => text === start;
  return (text) => {
    if (!text.startsWith(start) || !text.endsWith(end)) return false;
    let from = start.length;
    for (const part of rest) {
      const at = text.indexOf(part, from);
      if (at === -1) return false;
      from = at + part.length;
    }
    return text.length - end.length >= from;
  };
}
