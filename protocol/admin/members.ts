// Reads JSON bodies according to the tables of settings, with errors that name the invalid member.
import { checkValue, tidyValue } from '#protocol/contract/settings/check-value.ts';
import { listOf, type ObjectType, objectOf, type ValueType } from '#protocol/contract/settings/value-type.ts';
import { SERVER_FORMATS } from '#protocol/realm/clients/server-formats.ts';
import { invalid, unreadable } from './admin-error.ts';

type Rows = ReturnType<ObjectType['rows']>;

/** @throws {AdminError} 400 naming the first invalid member. */
function read(json: unknown, type: ValueType, before?: unknown): unknown {
  const { fault, isUntidy } = checkValue(json, type, { mode: 'api', formats: SERVER_FORMATS, before });
  if (fault === undefined) return isUntidy ? tidyValue(json, type) : json;
  const path = fault.path.startsWith('[') ? `body${fault.path}` : fault.path;
  const sentence = `${path} ${fault.problem}`;
  throw fault.kind === 'type' ? unreadable(sentence) : invalid(sentence);
}

/**
 * A body as an object. Null members are dropped: Keycloak's clients send them for "not given". Values that
 * `before` already has need not be valid.
 * @throws {AdminError} 400 naming the member that is missing, of the wrong type or invalid.
 */
export function readObject<T extends object>(
  json: unknown,
  rows: Rows,
  required: readonly string[] = [],
  before?: object,
): T {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw unreadable('the body must be a JSON object');
  return read(
    json,
    objectOf(() => rows, ...required),
    before,
  ) as T;
}

/** The first member without a row, also in objects within the body, as a sentence without a full stop. */
function findStray(object: object, rows: Rows, path: string): string | undefined {
  for (const [member, value] of Object.entries(object)) {
    const type = own(rows, member)?.type;
    const owner = path === '' ? 'it' : path.slice(0, -1);
    if (type === undefined)
      return `"${path}${member.slice(0, 40)}" is not a member of this body; ${owner} has ${Object.keys(rows).join(', ')}`;
    if (type.kind !== 'object' || typeof value !== 'object' || value === null) continue;
    const below = findStray(value, type.rows(), `${path}${member}.`);
    if (below !== undefined) return below;
  }
  return undefined;
}

/**
 * As {@link readObject}, for bodies of Understudy's own API: a member without a row is refused, because it is more likely
 * misspelt than meant to be ignored.
 * @throws {AdminError} 400 naming the first such member as well.
 */
export function readExactObject<T extends object>(
  json: unknown,
  rows: Rows,
  required: readonly string[] = [],
): T {
  const object = readObject<T>(json, rows, required);
  const stray = findStray(object, rows, '');
  if (stray !== undefined) throw invalid(stray);
  return object;
}

/** A body as a list of objects. @throws {AdminError} 400 as {@link readObject}. */
export function readList<T>(json: unknown, rows: Rows, required: readonly string[] = []): T[] {
  if (!Array.isArray(json)) throw unreadable('the body must be a JSON array');
  return read(json, listOf(objectOf(() => rows, ...required))) as T[];
}

/** @throws {AdminError} 400 naming what the list has twice. */
export function checkUniqueNames(list: string, names: readonly unknown[]): void {
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined)
    throw invalid(`${list} contains "${String(twice)}" twice; give each one its own name`);
}

/** Attributes after a change: given keys are replaced, an empty text or null removes. */
export function mergeAttributes(
  stored: Readonly<Record<string, string>> | undefined,
  given: Readonly<Record<string, string | null>>,
): Record<string, string> {
  const merged = new Map(Object.entries(stored ?? {}));
  for (const [key, value] of Object.entries(given)) {
    if (value === null || value === '') merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

/** The value of an own property: names chosen by callers must not reach inherited ones. */
export function own<T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}
