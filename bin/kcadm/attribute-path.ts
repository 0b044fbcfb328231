// The names of attributes on the command line: attributes.x, config."user.model.attribute", redirectUris[0], list+.
import { CommandError } from './command-error.ts';

export interface PathStep {
  readonly name: string;
  /** Set for `name[0]`. */
  readonly index: number | undefined;
}

export interface AttributePath {
  /** As typed, for messages. */
  readonly text: string;
  readonly steps: readonly [PathStep, ...PathStep[]];
  /** Written with a trailing `+`: append to the list. */
  readonly appends: boolean;
}

function invalid(text: string, position: number): CommandError {
  return new CommandError(
    `Invalid attribute key: ${text} (at position ${position + 1}). Separate names by single dots, and quote a name that contains dots: config."a.b"`,
  );
}

/** A name, quoted as a whole or without quotation marks, and the index and dot after it. */
const NAME = /(?:"([^"]+)"|([^".[\]]+))(\[[^\]]*\])?(\.|$)/y;

function readSteps(key: string, text: string): [PathStep, ...PathStep[]] {
  const steps: PathStep[] = [];
  for (let start = 0, end = false; !end; ) {
    NAME.lastIndex = start;
    const found = NAME.exec(key);
    if (found === null) throw invalid(text, start);
    const [whole, quoted, plain = '', index, dot] = found;
    steps.push(readStep(quoted ?? plain, index));
    start += whole.length;
    end = dot === '';
  }
  const [first, ...others] = steps;
  if (first === undefined) throw invalid(text, 0);
  return [first, ...others];
}

function readStep(name: string, bracket: string | undefined): PathStep {
  if (bracket === undefined) return { name, index: undefined };
  const digits = bracket.slice(1, -1);
  if (/^\d{1,6}$/.test(digits)) return { name, index: Number(digits) };
  throw new CommandError(
    `Invalid attribute key: ${name}${bracket} (Invalid array index: '${bracket}'). Write a number: ${name}[0]`,
  );
}

/** @throws {CommandError} an empty name, a misplaced quotation mark or an index that is not a number. */
export function parseAttributePath(text: string): AttributePath {
  const appends = text.endsWith('+');
  return { text, steps: readSteps(appends ? text.slice(0, -1) : text, text), appends };
}
