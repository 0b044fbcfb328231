// Compiles a pattern to a function that renders a record as a line, optionally in colour.
import type { LogRecord } from '#protocol/contract/log-record.ts';
import { type Palette, paint } from './colours.ts';
import { type PatternItem, parsePattern } from './parse-pattern.ts';
import { PatternFault } from './pattern-fault.ts';
import { type PatternFacts, type PatternSymbol, type Render, SYMBOLS, type SymbolPlace } from './symbols.ts';
import { LOCAL_ZONE } from './time-zone.ts';
import { fitWidth } from './width.ts';

type SymbolItem = Extract<PatternItem, { kind: 'symbol' }>;

function findSymbol({ symbol, argument, at, argumentAt }: SymbolItem): PatternSymbol {
  const found = Object.hasOwn(SYMBOLS, symbol) ? SYMBOLS[symbol] : undefined;
  if (found === undefined) throw new PatternFault(`%${symbol} is not a symbol`, at);
  if (argument !== undefined && !found.takesArgument) {
    throw new PatternFault(`%${symbol} takes no argument in braces`, argumentAt - 1);
  }
  return found;
}

function compileSymbol(item: SymbolItem, place: Pick<SymbolPlace, 'zone' | 'facts'>): Render {
  const full = Object.assign(place, { argument: item.argument, argumentAt: item.argumentAt });
  const render = findSymbol(item).compile(full);
  const { width } = item;
  return width === undefined ? render : (record) => fitWidth(render(record), width);
}

/** `palette`: colours of the lines; undefined: none. @throws {PatternFault} for an invalid pattern. */
export function compilePattern(pattern: string, facts: PatternFacts, palette?: Palette): Render {
  const place = { facts, zone: LOCAL_ZONE };
  const parts: Render[] = parsePattern(pattern).map((item) => {
    const symbol = item.kind === 'literal' ? '' : item.symbol;
    const render = item.kind === 'literal' ? () => item.text : compileSymbol(item, place);
    return palette === undefined ? render : paint(symbol, render, palette);
  });
  return (record: LogRecord) => {
    let line = '';
    for (const part of parts) line += part(record);
    return line;
  };
}

const NO_FACTS: PatternFacts = { hostName: '', processName: '', processId: 0, startedAt: 0 };

/** @throws {PatternFault} for an invalid pattern. */
export function checkPattern(pattern: string): void {
  compilePattern(pattern, NO_FACTS);
}

/** Whether a pattern, which must be valid, prints source locations. */
export function needsLocation(pattern: string): boolean {
  return parsePattern(pattern).some(
    (item) => item.kind === 'symbol' && SYMBOLS[item.symbol]?.needsLocation === true,
  );
}
