// Texts of recorded exchanges as parts of TypeScript source. Callers of the server chose them: none may end its literal.

/** Characters that end a line, cannot be seen, or change how the rest of a line is displayed. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu;

function escapeCharacter(character: string): string {
  if (character === '\n') return '\\n';
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** A string literal in single quotes. */
export function quote(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&').replace(UNPRINTABLE, escapeCharacter)}'`;
}

/** A comment on a line of its own. */
export function comment(text: string): string {
  return `// ${text.replace(UNPRINTABLE, ' ').trim()}`;
}

/** An object literal on one line; members without a value are left out. Names must be identifiers. */
export function objectLiteral(members: Readonly<Record<string, string | number | undefined>>): string {
  const written = Object.entries(members).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return [`${name}: ${typeof value === 'number' ? value : quote(value)}`];
  });
  return written.length === 0 ? '{}' : `{ ${written.join(', ')} }`;
}
