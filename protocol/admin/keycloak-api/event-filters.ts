// Query parameters of the lists of events.
import type { Exchange } from '#protocol/http/exchange.ts';
import { badRequest } from '../admin-error.ts';

const DAY_MS = 86_400_000;
const FORMS = 'expected is yyyy-MM-dd, or milliseconds since the epoch';

/** The values of a parameter that may be repeated. @throws {AdminError} 400 for one that is not among `choices`. */
export function readChoices<Choice extends string>(
  { query }: Exchange,
  name: string,
  choices: readonly Choice[],
): readonly Choice[] {
  return query
    .all(name)
    .filter((value) => value !== '')
    .map((value) => {
      const known = choices.find((choice) => choice === value);
      if (known !== undefined) return known;
      const list = choices.length > 10 ? '' : `: send ${choices.join(', ')}`;
      throw badRequest(`${name} has no value "${value}"${list}`);
    });
}

/**
 * A limit of time: the start or end of a day (UTC), or an instant, in milliseconds; no limit when absent.
 * @throws {AdminError} 400 for another form, and for a day that does not exist.
 */
export function readDay({ query }: Exchange, name: string, edge: 'start' | 'end'): number {
  const text = query.get(name) ?? '';
  if (text === '') return edge === 'start' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const start = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Date.parse carries the 31st of a short month over to the next one.
  const isDay = !Number.isNaN(start) && new Date(start).toISOString().startsWith(text);
  if (!isDay) throw badRequest(`${name} is "${text}"; ${FORMS}`);
  return edge === 'start' ? start : start + DAY_MS - 1;
}

/** The order of the list; newest first by default. @throws {AdminError} 400 for any other value. */
export function readDirection({ query }: Exchange): 'asc' | 'desc' {
  const value = query.get('direction')?.toLowerCase() ?? '';
  if (value === '' || value === 'desc') return 'desc';
  if (value === 'asc') return 'asc';
  throw badRequest(`direction has no value "${value}": send asc or desc`);
}
