// Colours of console lines: every part of a line in the colour of what it says, the level in that of its severity.
import type { RecordLevel } from '#protocol/contract/log-levels.ts';
import type { Render } from './symbols.ts';

/** How the terminal names colours: 16 million of them, or 256. */
export type Palette = 'true-colour' | '256-colours';

/** A colour as red, green and blue, and its nearest number among 256. */
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

/** What the terminal can show, by what it says in COLORTERM. */
export function readPalette(environment: Readonly<Record<string, string | undefined>>): Palette {
  return /truecolor|24bit/i.test(environment['COLORTERM'] ?? '') ? 'true-colour' : '256-colours';
}

/** The part in its colour; a line's end has none, and neither has a part without text. */
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
