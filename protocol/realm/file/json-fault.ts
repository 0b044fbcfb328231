// Finds where a text stops being JSON; the engine's own message does not always say.

const BLANKS = /[ \t\n\r]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259 §7 forbids control characters in texts
const TEXT = /"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

type Expectation = 'value' | 'value-or-end' | 'name' | 'name-or-end' | 'colon' | 'comma-or-end' | 'nothing';

interface Reading {
  readonly text: string;
  position: number;
  expected: Expectation;
  /** Closing characters of the open objects and arrays. */
  readonly open: ('}' | ']')[];
}

/** Position of the first invalid character; the text's length if truncated or valid. RFC 8259 §2. */
export function findJsonFault(text: string): number {
  const reading: Reading = { text, position: 0, expected: 'value', open: [] };
  for (;;) {
    take(reading, BLANKS);
    if (reading.position >= text.length || !step(reading)) return reading.position;
  }
}

/** Advances past a match at the position; false if there is none. */
function take(reading: Reading, pattern: RegExp): boolean {
  pattern.lastIndex = reading.position;
  const found = pattern.exec(reading.text);
  if (found === null) return false;
  reading.position += found[0].length;
  return true;
}

function step(reading: Reading): boolean {
  const character = reading.text[reading.position];
  switch (reading.expected) {
    case 'name':
      return take(reading, TEXT) && then(reading, 'colon');
    case 'name-or-end':
      return character === '}' ? close(reading) : take(reading, TEXT) && then(reading, 'colon');
    case 'colon':
      return character === ':' && advance(reading, 'value');
    case 'comma-or-end':
      return character === ','
        ? advance(reading, afterComma(reading))
        : character === reading.open.at(-1) && close(reading);
    case 'value-or-end':
      return character === ']' ? close(reading) : takeValue(reading, character);
    case 'value':
      return takeValue(reading, character);
    case 'nothing':
      return false;
  }
}

function takeValue(reading: Reading, character: string | undefined): boolean {
  if (character === '{' || character === '[') {
    reading.open.push(character === '{' ? '}' : ']');
    return advance(reading, character === '{' ? 'name-or-end' : 'value-or-end');
  }
  return take(reading, character === '"' ? TEXT : SCALAR) && then(reading, afterValue(reading));
}

const afterValue = ({ open }: Reading): Expectation => (open.length === 0 ? 'nothing' : 'comma-or-end');

const afterComma = ({ open }: Reading): Expectation => (open.at(-1) === '}' ? 'name' : 'value');

function close(reading: Reading): boolean {
  reading.open.pop();
  return advance(reading, afterValue(reading));
}

function advance(reading: Reading, expected: Expectation): boolean {
  reading.position += 1;
  return then(reading, expected);
}

function then(reading: Reading, expected: Expectation): boolean {
  reading.expected = expected;
  return true;
}
