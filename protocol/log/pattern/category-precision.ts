// Shortens category names: `%c{2}` keeps the last two parts, `%c{1.}` shortens all but the last.
import { PatternFault } from './pattern-fault.ts';

export type Shorten = (name: string) => string;

/** Maximum length of a part, and the suffix that marks a shortened one. */
interface PartRule {
  readonly length: number;
  readonly suffix: string;
}

const RULE = /(?<length>\d*)(?<suffix>[^.\d]*)(?<end>\.|$)/y;

/**
 * Parses the argument of `%c`: an integer n keeps the last n parts (0: all); otherwise one rule per part,
 * each followed by a dot, the last rule repeated, the last part always complete: `1.` gives `o.j.a.Example`,
 * `1.~` gives `o.~.~.Example`.
 * @throws {PatternFault} for anything else.
 */
export function parsePrecision(argument: string, at: number): Shorten {
  if (/^\d{1,4}$/.test(argument)) return keepLast(Number(argument));
  if (!argument.includes('.'))
    throw new PatternFault('a number, or numbers each followed by a dot, is expected', at);
  const rules = parseRules(argument, at);
  return memoize((name) => shortenParts(name, rules));
}

function parseRules(argument: string, at: number): readonly PartRule[] {
  const rules: PartRule[] = [];
  for (let place = 0; place < argument.length; ) {
    RULE.lastIndex = place;
    const match = RULE.exec(argument);
    const { length = '', suffix = '' } = match?.groups ?? {};
    if (match === null || length.length > 4) {
      throw new PatternFault('a number followed by a dot is expected', at + place);
    }
    rules.push({ length: Number(length), suffix });
    place += match[0].length;
  }
  return rules;
}

function keepLast(count: number): Shorten {
  return memoize((name) => {
    const parts = name.split('.');
    return count === 0 || count >= parts.length ? name : parts.slice(-count).join('.');
  });
}

function shortenParts(name: string, rules: readonly PartRule[]): string {
  const parts = name.split('.');
  const last = parts.length - 1;
  return parts
    .map((part, index) => {
      const rule = rules[Math.min(index, rules.length - 1)];
      if (index === last || rule === undefined) return part;
      return part.slice(0, rule.length) + (rule.length < part.length ? rule.suffix : '');
    })
    .join('.');
}

/** Categories are defined in code, so there are few; the same goes for file names in stacks. */
function memoize(shorten: Shorten): Shorten {
  const known = new Map<string, string>();
  return (name) => {
    let short = known.get(name);
    if (short === undefined) {
      short = shorten(name);
      known.set(name, short);
    }
    return short;
  };
}
