// Texts with placeholders, as Keycloak's message files have them (java.text.MessageFormat).

/** A formatted text, and what is wrong with its pattern. */
export interface FormattedText {
  readonly text: string;
  readonly problem: string | undefined;
}

/** Part of a pattern: a quoted text, two apostrophes, a placeholder, or a brace that belongs to none. */
const PART = /''|'([^']*)'|\{(\d{1,2})\}|[{}']/g;

/** A pattern that is broken is shown as far as possible. */
export function formatMessage(pattern: string, values: readonly string[]): FormattedText {
  const problems = new Set<string>();
  const text = pattern.replaceAll(PART, (part, quoted?: string, place?: string) => {
    if (part === "''") return "'";
    if (quoted !== undefined) return quoted;
    if (place === undefined) {
      if (part !== "'") problems.add(`"${part}" belongs to no placeholder`);
      return part;
    }
    const value = values[Number(place)];
    if (value === undefined) problems.add(`${part} has no value; there are {0} to {${values.length - 1}}`);
    return value ?? part;
  });
  return { text, problem: problems.size === 0 ? undefined : [...problems].join(', ') };
}
