// Strictly parses query and form parameters (application/x-www-form-urlencoded).
import type { Parameters } from './exchange.ts';
import { RequestFault } from './request-fault.ts';

/** Maximum number of parameters in one query or form. */
export const MAX_PARAMETERS = 1000;
/** Maximum length of a parameter name in characters. Values are limited by the size of the body. */
export const MAX_PARAMETER_NAME_LENGTH = 256;

type Entry = readonly [name: string, value: string];

class ParameterList implements Parameters {
  readonly entries: readonly Entry[];

  constructor(entries: readonly Entry[]) {
    this.entries = entries;
  }

  get duplicates(): readonly string[] {
    const seen = new Set<string>();
    const twice = new Set<string>();
    for (const [name] of this.entries) (seen.has(name) ? twice : seen).add(name);
    return [...twice];
  }

  get(name: string): string | undefined {
    // Requests have few parameters: scanning costs less than an index.
    for (const entry of this.entries) if (entry[0] === name) return entry[1];
    return undefined;
  }

  all(name: string): readonly string[] {
    return this.entries.filter((entry) => entry[0] === name).map((entry) => entry[1]);
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }
}

export const NO_PARAMETERS: Parameters = new ParameterList([]);

/** From parameters that are already decoded. */
export function listParameters(entries: Parameters['entries']): Parameters {
  return entries.length === 0 ? NO_PARAMETERS : new ParameterList(entries);
}

/** The parameters that have a value; the same object if all have one. */
export function omitEmpty(parameters: Parameters): Parameters {
  const { entries } = parameters;
  if (entries.every(([, value]) => value !== '')) return parameters;
  return listParameters(entries.filter(([, value]) => value !== ''));
}

function decode(text: string): string | undefined {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    // The caller knows which part it was, so undefined says as much as the URIError.
    return undefined;
  }
}

function fault(description: string): RequestFault {
  return new RequestFault(400, 'invalid_request', description, { section: 'RFC 6749 §B' });
}

function parsePair(pair: string, position: number): Entry {
  const equals = pair.indexOf('=');
  const name = decode(equals === -1 ? pair : pair.slice(0, equals));
  if (name === undefined)
    throw fault(`The name of parameter ${position} is not valid percent-encoded UTF-8.`);
  if (name.length > MAX_PARAMETER_NAME_LENGTH) {
    throw fault(`The name of parameter ${position} is longer than ${MAX_PARAMETER_NAME_LENGTH} characters.`);
  }
  const value = equals === -1 ? '' : decode(pair.slice(equals + 1));
  if (value === undefined)
    throw fault(`The value of parameter ${position} is not valid percent-encoded UTF-8.`);
  return [name, value];
}

/**
 * Parses a query (without `?`) or a form body; order is preserved.
 * @throws {RequestFault} 400 for invalid percent-encoding or UTF-8, more than {@link MAX_PARAMETERS}, or a
 * name that is too long. RFC 6749 §B.
 */
export function parseParameters(text: string): Parameters {
  if (text === '') return NO_PARAMETERS;
  const entries: Entry[] = [];
  let start = 0;
  while (start <= text.length) {
    const ampersand = text.indexOf('&', start);
    const end = ampersand === -1 ? text.length : ampersand;
    if (end > start) {
      if (entries.length === MAX_PARAMETERS) throw fault(`There are more than ${MAX_PARAMETERS} parameters.`);
      entries.push(parsePair(text.slice(start, end), entries.length + 1));
    }
    start = end + 1;
  }
  return new ParameterList(entries);
}
