// Minimum and maximum width of a symbol's text: `%-5p`, `%.10c`, `%-20.30c`.
import { PatternFault } from './pattern-fault.ts';

/** Limits in UTF-16 units. */
export interface Width {
  readonly minimum: number;
  /** 0 is unlimited. */
  readonly maximum: number;
  /** Where padding is added to short text: `end` aligns left. */
  readonly pad: 'start' | 'end';
  /** Which end of long text is cut off. */
  readonly cut: 'start' | 'end';
}

const WIDTH = /(?<left>-?)(?<minimum>\d*)(?:\.(?<keepEnd>-?)(?<maximum>\d*))?/y;

/** Prevents patterns that produce lines of megabytes. */
const MAX_WIDTH = 1000;

/**
 * Parses a width at a position; undefined if there is none.
 * @throws {PatternFault} for a sign or dot without number, numbers above 1000, or a minimum above the
 * maximum.
 */
export function parseWidth(pattern: string, at: number): { width: Width | undefined; next: number } {
  WIDTH.lastIndex = at;
  const match = WIDTH.exec(pattern);
  const text = match?.[0] ?? '';
  if (text === '') return { width: undefined, next: at };
  const { left, minimum = '', keepEnd, maximum } = match?.groups ?? {};
  if (minimum === '' && left === '-') throw new PatternFault('a number is missing after -', at + 1);
  if (maximum === '') throw new PatternFault('a number is missing in the width', at + text.length);
  const width: Width = {
    minimum: Number(minimum),
    maximum: Number(maximum ?? 0),
    pad: left === '-' ? 'end' : 'start',
    cut: keepEnd === '-' ? 'start' : 'end',
  };
  checkWidth(width, at);
  return { width, next: at + text.length };
}

function checkWidth({ minimum, maximum }: Width, at: number): void {
  if (minimum > MAX_WIDTH || maximum > MAX_WIDTH)
    throw new PatternFault(`a width is at most ${MAX_WIDTH}`, at);
  if (maximum !== 0 && minimum > maximum)
    throw new PatternFault('the minimum width is above the maximum', at);
}

/** Truncates long text and pads short text. Never splits a surrogate pair. */
export function fitWidth(text: string, { minimum, maximum, pad, cut }: Width): string {
  let fitted = text;
  if (maximum !== 0 && text.length > maximum) {
    fitted =
      cut === 'end'
        ? text.slice(0, maximum).replace(/[\ud800-\udbff]$/, '')
        : text.slice(-maximum).replace(/^[\udc00-\udfff]/, '');
  }
  return pad === 'end' ? fitted.padEnd(minimum) : fitted.padStart(minimum);
}
