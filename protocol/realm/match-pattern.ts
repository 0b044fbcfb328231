// Patterns of realm files: they may be broken, and they must not keep the server busy.

/** The longest value that a pattern is tried on: patterns come from realm files. */
const MAX_MATCHED = 512;

/** Whether all of the value matches; false for a broken pattern. */
export function matchesPattern(pattern: string, value: string): boolean {
  try {
    return value.length <= MAX_MATCHED && new RegExp(`^(?:${pattern})$`, 's').test(value);
  } catch {
    return false;
  }
}
