// Changes a JSON object as -s and -d say, in the order of the command line.
import type { Arguments } from './arguments.ts';
import { type AttributePath, type PathStep, parseAttributePath } from './attribute-path.ts';
import { readAttributeValue, splitPair } from './attribute-value.ts';
import { CommandError } from './command-error.ts';
import { isObject, type Json, type JsonObject } from './json.ts';

/** A list with an item far behind its end would fill the memory with null. */
const LARGEST_GAP = 10_000;

/** -s or -d, read but not applied. */
export type AttributeChange =
  | { readonly kind: 'set'; readonly path: AttributePath; readonly value: Json }
  | { readonly kind: 'delete'; readonly path: AttributePath };

/**
 * The changes of a command line.
 * @throws {UsageError} a pair without a name. @throws {CommandError} an invalid name or value.
 */
export function readAttributeChanges(args: Arguments): readonly AttributeChange[] {
  return args.given.flatMap(({ key, value }): AttributeChange[] => {
    if (key === 'delete') return [{ kind: 'delete', path: parseAttributePath(value) }];
    if (key !== 'set') return [];
    const pair = splitPair(value);
    return [
      { kind: 'set', path: parseAttributePath(pair.name), value: readAttributeValue(pair.value, pair.name) },
    ];
  });
}

function describe(value: Json): string {
  if (Array.isArray(value)) return 'a list';
  return value === null ? 'null' : 'a single value';
}

/** The object that contains the last step; missing objects on the way are created. */
function findParent(root: JsonObject, path: AttributePath): JsonObject {
  let parent = root;
  for (const { name, index } of path.steps.slice(0, -1)) {
    const missing: Json = index === undefined ? new Map() : [];
    const next = parent.get(name) ?? (parent.has(name) ? null : missing);
    parent.set(name, next);
    if (!isObject(next)) {
      throw new CommandError(
        `Can't change ${path.text}: ${name} is ${describe(next)}, not an object. Set ${name} as a whole: -s '${name}=…'`,
      );
    }
    parent = next;
  }
  return parent;
}

function listAt(parent: JsonObject, name: string): Json[] {
  const existing = parent.get(name);
  if (Array.isArray(existing)) return existing;
  const created: Json[] = [];
  parent.set(name, created);
  return created;
}

function setItem(list: Json[], index: number, value: Json, path: AttributePath): void {
  if (index > list.length + LARGEST_GAP)
    throw new CommandError(
      `Can't change ${path.text}: the list has ${list.length} items. Use a lower index.`,
    );
  while (list.length < index) list.push(null);
  list[index] = value;
}

function set(root: JsonObject, path: AttributePath, value: Json): void {
  const parent = findParent(root, path);
  const { name, index } = path.steps.at(-1) ?? path.steps[0];
  if (path.appends) listAt(parent, name).push(value);
  else if (index !== undefined) setItem(listAt(parent, name), index, value, path);
  else parent.set(name, value);
}

function remove(root: JsonObject, path: AttributePath): void {
  const parent = findParent(root, path);
  const { name, index }: PathStep = path.steps.at(-1) ?? path.steps[0];
  const list = parent.get(name);
  if (index === undefined) parent.delete(name);
  else if (Array.isArray(list)) list.splice(index, 1);
}

/** @throws {CommandError} when a name leads through a list or a single value. */
export function applyAttributes(root: JsonObject, changes: readonly AttributeChange[]): void {
  for (const change of changes) {
    if (change.kind === 'set') set(root, change.path, change.value);
    else remove(root, change.path);
  }
}
