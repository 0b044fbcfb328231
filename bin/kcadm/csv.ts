// --format csv: one line per item, without a header line.
import type { Fields } from './fields.ts';
import { isObject, type Json, writeCompact } from './json.ts';

/** The single values of a member, depth first; an empty object or list has none. */
function flatten(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value.flatMap(flatten);
  return isObject(value) ? [...value.values()].flatMap(flatten) : [value];
}

/** Compat: in the order of `fields`; a member that is missing is an empty field. */
function listCells(item: Json, fields: Fields | undefined): readonly (Json | undefined)[] {
  if (fields === undefined || !isObject(item)) return flatten(item);
  return [...fields.keys()].flatMap((name): readonly (Json | undefined)[] => {
    const member = item.get(name);
    return member === undefined ? [undefined] : flatten(member);
  });
}

/** Compat: strings are quoted as in JSON, or written as they are. Each line ends with a line break. */
export function writeCsv(value: Json, fields: Fields | undefined, quoted: boolean): string {
  const items = Array.isArray(value) ? value : [value];
  const write = (cell: Json | undefined): string => {
    if (cell === undefined) return '';
    return typeof cell === 'string' && !quoted ? cell : writeCompact(cell);
  };
  return items.map((item) => `${listCells(item, fields).map(write).join(',')}\n`).join('');
}
