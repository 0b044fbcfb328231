// A template that cannot be used, with its place.

/** A fault in a pattern; `at` counts UTF-16 units from 0. */
export class PatternFault extends Error {
  readonly at: number;

  constructor(problem: string, at: number) {
    super(problem);
    this.name = 'PatternFault';
    this.at = at;
  }
}

/** The pattern in one line and a caret below the place. */
export function drawFault(pattern: string, fault: PatternFault): string {
  const line = pattern.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ');
  return `  ${line}\n  ${' '.repeat(fault.at)}^`;
}
