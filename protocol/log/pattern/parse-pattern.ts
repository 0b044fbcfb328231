// Parses log patterns: literal text, and `%`, width, symbol, argument. Does not interpret symbols.
import { PatternFault } from './pattern-fault.ts';
import { parseWidth, type Width } from './width.ts';

export type PatternItem =
  | { readonly kind: 'literal'; readonly text: string }
  | {
      readonly kind: 'symbol';
      readonly symbol: string;
      /** Text in braces after the symbol; undefined without braces. */
      readonly argument: string | undefined;
      readonly width: Width | undefined;
      /** Position of the `%`. */
      readonly at: number;
      /** Position of the argument. */
      readonly argumentAt: number;
    };

/**
 * `%` is followed by an optional width (`-5`, `.10`, `-5.10`), a letter or a second `%`, and an optional
 * argument in braces, which ends at the first closing brace. Service description §2.3.
 * @throws {PatternFault} for a `%` without symbol, an invalid width or an unclosed argument.
 */
export function parsePattern(pattern: string): readonly PatternItem[] {
  const items: PatternItem[] = [];
  let at = 0;
  while (at < pattern.length) {
    const percent = pattern.indexOf('%', at);
    const end = percent === -1 ? pattern.length : percent;
    if (end > at) items.push({ kind: 'literal', text: pattern.slice(at, end) });
    if (percent === -1) break;
    const { item, next } = parseSymbol(pattern, percent);
    items.push(item);
    at = next;
  }
  return items;
}

function parseSymbol(pattern: string, at: number): { item: PatternItem; next: number } {
  const { width, next: symbolAt } = parseWidth(pattern, at + 1);
  const symbol = pattern[symbolAt];
  if (symbol === undefined) throw new PatternFault('a symbol is missing after %', at);
  const braceAt = symbolAt + 1;
  if (symbol === '%' || pattern[braceAt] !== '{') {
    return {
      item: { kind: 'symbol', symbol, argument: undefined, width, at, argumentAt: braceAt },
      next: braceAt,
    };
  }
  const close = pattern.indexOf('}', braceAt);
  if (close === -1) throw new PatternFault('the brace is not closed', braceAt);
  const argumentAt = braceAt + 1;
  const argument = pattern.slice(argumentAt, close);
  return { item: { kind: 'symbol', symbol, argument, width, at, argumentAt }, next: close + 1 };
}
