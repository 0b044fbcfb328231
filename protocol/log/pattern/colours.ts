// Colours of console lines: each symbol has its colour, the level that of its severity.
import type { RecordLevel } from '#protocol/contract/log-levels.ts';
import type { Render } from './symbols.ts';

/** Colours that the terminal supports: 16 million or 256. */
export type Palette = 'true-colour' | '256-colours';

/** Red, green, blue, and the nearest of the 256 colours. */
type Colour = readonly [red: number, green: number, blue: number, index: number];

const LEVELS: Readonly<Record<RecordLevel, Colour>> = {
  FATAL: [255, 127, 127, 210],
  ERROR: [255, 127, 127, 210],
  WARN: [255, 209, 127, 222],
  INFO: [218, 255, 127, 192],
  DEBUG: [127, 227, 255, 117],
  TRACE: [127, 145, 255, 111],
};

const TEXT: Colour = [204, 204, 204, 251];
const HOST: Colour = [153, 255, 153, 157];
const PLACE: Colour = [255, 255, 153, 229];
const CONTEXT: Colour = [101, 255, 186, 122];

const SYMBOL_COLOURS: Readonly<Record<string, Colour>> = {
  c: [158, 188, 249, 153],
  t: [182, 225, 182, 250],
  e: [255, 50, 50, 203],
  E: [255, 50, 50, 203],
  X: CONTEXT,
  x: CONTEXT,
  i: [224, 193, 132, 187],
  N: [224, 224, 132, 187],
  h: HOST,
  H: HOST,
  C: PLACE,
  F: PLACE,
  l: PLACE,
  L: PLACE,
  M: PLACE,
};

const RESET = '\u001b[39m';

function startOf([red, green, blue, index]: Colour, palette: Palette): string {
  return palette === 'true-colour' ? `\u001b[38;2;${red};${green};${blue}m` : `\u001b[38;5;${index}m`;
}

/** What the terminal supports according to COLORTERM. */
export function readPalette(environment: Readonly<Record<string, string | undefined>>): Palette {
  return /truecolor|24bit/i.test(environment['COLORTERM'] ?? '') ? 'true-colour' : '256-colours';
}

/** Adds colour to a symbol's text; line breaks and empty text get none. */
export function paint(symbol: string, render: Render, palette: Palette): Render {
  if (symbol === 'n') return render;
  const fixed = startOf(SYMBOL_COLOURS[symbol] ?? TEXT, palette);
  const start =
    symbol === 'p' || symbol === 'P' ? (level: RecordLevel) => startOf(LEVELS[level], palette) : () => fixed;
  return (record) => {
    const text = render(record);
    return text === '' ? '' : `${start(record.level)}${text}${RESET}`;
  };
}
