// Claims by path, and as the texts that settings of mappers are compared with.
import { isDeepStrictEqual } from 'node:util';
import { isKeptObject, type KeptObject } from '#protocol/realm/kept-objects.ts';
import { matchesPattern } from '#protocol/realm/match-pattern.ts';
import type { ClaimSource } from './mapper.ts';

/**
 * The value of a claim in the first source that has it; undefined if none has. A dot leads into an object, `\.` is a
 * dot of the name, and `list[0]` is an item of a list.
 */
export function findClaim(sources: readonly ClaimSource[], path: string): unknown {
  const names = splitPath(path);
  if (names.length === 0) return undefined;
  for (const source of sources) {
    const value = names.reduce<unknown>(member, source);
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}

/** No names: the path is none. */
function splitPath(path: string): readonly string[] {
  if (/^[.[]|(?<!\\)\.$/.test(path)) return [];
  const names = path.match(/(?:\\.|[^\\.])+/g) ?? [];
  return names.map((name) => name.replaceAll(/\\(.)/g, '$1'));
}

function member(value: unknown, name: string): unknown {
  if (!isKeptObject(value)) return undefined;
  if (Object.hasOwn(value, name)) return value[name];
  const [, list = '', index = ''] = /^([^[]*)\[ *(\d+) *\]$/.exec(name) ?? [];
  return index === '' ? undefined : item(value, list.trim(), Number(index));
}

/** Compat: an index of what is no list is passed over. */
function item(owner: KeptObject, name: string, index: number): unknown {
  const value = Object.hasOwn(owner, name) ? owner[name] : undefined;
  return Array.isArray(value) ? value[index] : value;
}

/** A value as a text; objects are JSON. */
export function claimText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The values of a claim as texts; none if there is no claim. */
export function claimTexts(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((each) => each !== undefined && each !== null).map(claimText);
}

/** Compat: one of a list is enough; numbers are compared as numbers, and what is not `true` is false. */
export function claimEquals(expected: string, value: unknown): boolean {
  if (Array.isArray(value)) return value.some((each) => claimEquals(expected, each));
  if (typeof value === 'string') return value === expected;
  if (typeof value === 'number') return expected.trim() !== '' && Number(expected) === value;
  if (typeof value === 'boolean') return (expected.toLowerCase() === 'true') === value;
  return isKeptObject(value) && isDeepStrictEqual(parsed(expected), value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a value, or one of a list, matches the pattern as a whole. */
export function claimMatches(pattern: string, value: unknown): boolean {
  if (Array.isArray(value)) return value.some((each) => claimMatches(pattern, each));
  return value !== undefined && value !== null && matchesPattern(pattern, claimText(value));
}

/** A row of a setting that maps names to values. */
export interface Pair {
  readonly key: string;
  readonly value: string;
}

/** The rows of a setting such as `[{"key":"a","value":"b"}]`; none if it is missing, undefined if it is malformed. */
export function readPairs(text: string | undefined): readonly Pair[] | undefined {
  const list = text === undefined ? [] : parsed(text);
  if (!Array.isArray(list)) return undefined;
  const pairs = list
    .filter(isKeptObject)
    .map(({ key, value }) => ({ key: claimText(key), value: claimText(value) }));
  return pairs.length === list.length && pairs.every(({ key }) => key !== '') ? pairs : undefined;
}
