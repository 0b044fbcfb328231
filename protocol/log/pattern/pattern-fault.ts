// The error for invalid patterns, with its position.

/** `at` counts UTF-16 units from 0. */
export class PatternFault extends Error {
  readonly at: number;

  constructor(problem: string, at: number) {
    super(problem);
    this.name = 'PatternFault';
    this.at = at;
  }
}

/** The pattern on one line, with a caret below the position. */
export function drawFault(pattern: string, fault: PatternFault): string {
  const line = pattern.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ');
  return `  ${line}\n  ${' '.repeat(fault.at)}^`;
}
