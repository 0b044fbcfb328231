// Reading JSON bodies: which members a representation has, what each must be, and a refusal that names the one that is not.
import { unreadable } from './admin-error.ts';

/** Gives what is wrong with a value at `path` ("must be …"), or undefined when it is fine. `null` never reaches a rule: it means absent. */
export type MemberRule = (value: unknown, path: string) => string | undefined;

/** Rules by member; members without a rule are kept as they are. */
export type MemberRules = Readonly<Record<string, MemberRule>>;

function must(holds: boolean, path: string, expectation: string): string | undefined {
  return holds ? undefined : `${path} must be ${expectation}`;
}

/** Any text of at most 64 Ki characters. */
export const text: MemberRule = (value, path) =>
  must(typeof value === 'string' && value.length <= 65_536, path, 'a string of at most 65536 characters');

/** A text that names something: not blank, at most 255 characters, no control characters. */
export const name: MemberRule = (value, path) =>
  must(
    typeof value === 'string' && value.trim() !== '' && value.length <= 255 && !/\p{Cc}/u.test(value),
    path,
    'a string of 1 to 255 characters without control characters',
  );

/** An identifier as it stands in paths. */
export const identifier: MemberRule = (value, path) =>
  must(
    typeof value === 'string' && /^[\w.-]{1,64}$/.test(value),
    path,
    'a string of 1 to 64 letters, digits, ".", "-" or "_"',
  );

/** `true` or `false`. */
export const flag: MemberRule = (value, path) => must(typeof value === 'boolean', path, 'true or false');

/** A whole number that a double holds exactly. */
export const integer: MemberRule = (value, path) => must(Number.isSafeInteger(value), path, 'a whole number');

/** A whole number of at least -1, for lifespans. */
export const seconds: MemberRule = (value, path) =>
  must(
    Number.isSafeInteger(value) && (value as number) >= -1 && (value as number) <= 2_147_483_647,
    path,
    'a whole number of seconds from -1 to 2147483647',
  );

/** A JSON object with these members. */
export function objectOf(rules: MemberRules, required: readonly string[] = []): MemberRule {
  return (value, path) => {
    if (!isObject(value)) return must(false, path, 'a JSON object');
    for (const member of required) {
      if (!Object.hasOwn(value, member) || value[member] === null) return `${join(path, member)} is missing`;
    }
    return firstProblem(Object.entries(value), path, (member) =>
      Object.hasOwn(rules, member) ? rules[member] : undefined,
    );
  };
}

/** A JSON object whose every value follows one rule. */
export function mapOf(rule: MemberRule): MemberRule {
  return (value, path) =>
    isObject(value)
      ? firstProblem(Object.entries(value), path, () => rule)
      : must(false, path, 'a JSON object');
}

/** A JSON array whose every item follows one rule; `null` items are refused. */
export function listOf(rule: MemberRule): MemberRule {
  return (value, path) => {
    if (!Array.isArray(value)) return must(false, path, 'a JSON array');
    for (const [index, item] of value.entries()) {
      const place = `${path}[${index}]`;
      const problem = item === null ? must(false, place, 'something other than null') : rule(item, place);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
}

/** `["a", "b"]` */
export const texts: MemberRule = listOf(text);
/** `{"a": "b"}` */
export const textMap: MemberRule = mapOf(text);
/** `{"a": ["b"]}` */
export const textsMap: MemberRule = mapOf(texts);

function join(path: string, member: string): string {
  return path === '' ? member : `${path}.${member}`;
}

function firstProblem(
  entries: readonly [string, unknown][],
  path: string,
  ruleOf: (member: string) => MemberRule | undefined,
): string | undefined {
  for (const [member, value] of entries) {
    if (value === null) continue;
    const problem = ruleOf(member)?.(value, join(path, member));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A body as an object: members that are `null` are dropped, since Keycloak's clients send them for "not given".
 * @throws {AdminError} 400 naming the member that is missing or of the wrong type.
 */
export function readObject<T extends object>(
  json: unknown,
  rules: MemberRules,
  required: readonly string[] = [],
): T {
  if (!isObject(json)) throw unreadable('the body must be a JSON object');
  const problem = objectOf(rules, required)(json, '');
  if (problem !== undefined) throw unreadable(problem);
  return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null)) as T;
}

/** A body as a list of objects. @throws {AdminError} 400 as {@link readObject}. */
export function readList<T>(json: unknown, rule: MemberRule): T[] {
  const problem = listOf(rule)(json, 'body');
  if (problem !== undefined) throw unreadable(problem);
  return json as T[];
}

/** Attributes after a change: given keys replace, empty text or null removes. */
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

/** The value of an own member: names that callers choose must not reach what objects inherit. */
export function own<T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}
