// Makes of a pattern a function from record to line, in colours where they are asked for.
import type { LogRecord } from '#protocol/contract/log-record.ts';
import { type Palette, paint } from './colours.ts';
import { type PatternItem, parsePattern } from './parse-pattern.ts';
import { PatternFault } from './pattern-fault.ts';
import { type PatternFacts, type PatternSymbol, type Render, SYMBOLS, type SymbolPlace } from './symbols.ts';
import { LOCAL_ZONE } from './time-zone.ts';
import { fitWidth } from './width.ts';

/** Colours of the compiled lines; undefined: none. */
export interface CompileOptions {
  readonly palette?: Palette;
}

type SymbolItem = Extract<PatternItem, { kind: 'symbol' }>;

function findSymbol({ symbol, argument, at, argumentAt }: SymbolItem): PatternSymbol {
  const found = Object.hasOwn(SYMBOLS, symbol) ? SYMBOLS[symbol] : undefined;
  if (found === undefined) throw new PatternFault(`%${symbol} is no symbol`, at);
  if (argument !== undefined && !found.takesArgument) {
    throw new PatternFault(`%${symbol} takes nothing in braces`, argumentAt - 1);
  }
  return found;
}

function compileSymbol(item: SymbolItem, place: Pick<SymbolPlace, 'zone' | 'facts'>): Render {
  const full = Object.assign(place, { argument: item.argument, argumentAt: item.argumentAt });
  const render = findSymbol(item).compile(full);
  const { width } = item;
  return width === undefined ? render : (record) => fitWidth(render(record), width);
}

/**
 * The writer of a pattern's lines.
 * @throws {PatternFault} for a pattern that cannot be used.
 */
export function compilePattern(pattern: string, facts: PatternFacts, options: CompileOptions = {}): Render {
  const { palette } = options;
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

/**
 * Checks a pattern without anything to write.
 * @throws {PatternFault} for a pattern that cannot be used.
 */
export function checkPattern(pattern: string): void {
  compilePattern(pattern, NO_FACTS);
}

/** Whether a pattern prints where records were made. It was checked before. */
export function needsLocation(pattern: string): boolean {
  return parsePattern(pattern).some(
    (item) => item.kind === 'symbol' && SYMBOLS[item.symbol]?.needsLocation === true,
  );
}
