// What -s NAME=VALUE means: where the name ends, and which JSON the value is.
import { CommandError, UsageError } from './command-error.ts';
import { type Json, JsonError, parseJson } from './json.ts';

/** Splits at the first `=`. @throws {UsageError} without a name or without `=`. */
export function splitPair(pair: string): { name: string; value: string } {
  const equals = pair.indexOf('=');
  if (equals < 1) throw new UsageError(`Invalid key=value parameter: [${pair}]`);
  return { name: pair.slice(0, equals), value: pair.slice(equals + 1) };
}

/**
 * Compat: a text that is JSON is that value, so `true` and `12` are no strings; nothing is null; anything else
 * is a string, without the quotation marks around it. `name` is for the message, which must not show the value:
 * it may be a password.
 * @throws {CommandError} for a string whose first quotation mark has no counterpart at the end.
 */
export function readAttributeValue(text: string, name: string): Json {
  if (text.trim() === '') return text === '' ? null : text;
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
  }
  if (!/^['"]/.test(text)) return text;
  if (text.length < 2 || text.at(-1) !== text[0])
    throw new CommandError(
      `Invalid string value of ${name}: the closing quotation mark is missing. Add it, or enclose the whole value in quotation marks`,
    );
  return text.slice(1, -1);
}
