// Lays a JSON object over another one, as update --merge does with a file and the server's object.
import { CommandError } from './command-error.ts';
import { isObject, type Json, type JsonObject, writeCompact } from './json.ts';

const isContainer = (value: Json): boolean => isObject(value) || Array.isArray(value);

/**
 * Changes `target`: objects are merged member by member, everything else is replaced.
 * @throws {CommandError} when an object or list would be replaced by something of another kind.
 */
export function mergeInto(target: JsonObject, source: JsonObject): void {
  for (const [name, value] of source) {
    const existing = target.get(name);
    if (existing !== undefined && isContainer(existing) && !sameKind(existing, value)) {
      throw new CommandError(`Attribute is of incompatible type - ${name}: ${writeCompact(value)}`);
    }
    if (isObject(existing) && isObject(value)) mergeInto(existing, value);
    else target.set(name, value);
  }
}

const sameKind = (one: Json, other: Json): boolean =>
  isObject(one) ? isObject(other) : Array.isArray(one) === Array.isArray(other);
