// Messages for the error keys of Keycloak's admin API, with the field if the response does not name it.

import { type PlainKey, text } from '../texts/text.ts';
import type { Problem } from './api-error.ts';

interface Known {
  readonly field?: string;
  readonly key: PlainKey;
}

/** By the message in the response. */
const KNOWN: ReadonlyMap<string, Known> = new Map<string, Known>([
  ['User name is missing', { field: 'username', key: 'api:known.username' }],
  ['User exists with same username', { field: 'username', key: 'api:known.usernameTaken' }],
  ['User exists with same email', { field: 'email', key: 'api:known.emailTaken' }],
  ['error-invalid-email', { key: 'api:known.email' }],
  ['error-user-attribute-required', { key: 'api:known.required' }],
  ['error-user-attribute-read-only', { key: 'api:known.readOnly' }],
  ['error-invalid-blank', { key: 'api:known.required' }],
  ['error-empty', { key: 'api:known.required' }],
  ['error-invalid-value', { key: 'api:known.value' }],
  ['error-invalid-length', { key: 'api:known.length' }],
  ['error-invalid-length-too-short', { key: 'api:known.tooShort' }],
  ['error-invalid-length-too-long', { key: 'api:known.tooLong' }],
  ['error-invalid-number', { key: 'api:known.number' }],
  ['error-number-out-of-range', { key: 'api:known.outOfRange' }],
  ['error-pattern-no-match', { key: 'api:known.pattern' }],
  ['error-number-out-of-range-too-small', { key: 'api:known.tooSmall' }],
  ['error-number-out-of-range-too-big', { key: 'api:known.tooLarge' }],
  ['error-invalid-multivalued-size', { key: 'api:known.values' }],
  ['error-invalid-uri-scheme', { key: 'api:known.uriScheme' }],
  ['error-invalid-uri-fragment', { key: 'api:known.uriFragment' }],
  ['error-invalid-uri', { key: 'api:known.uri' }],
  ['error-invalid-date', { key: 'api:known.date' }],
  ['error-username-invalid-character', { key: 'api:known.usernameCharacter' }],
  ['error-person-name-invalid-character', { key: 'api:known.nameCharacter' }],
]);

/** Messages with the limits in the response. The first parameter is the field. */
const WITH_PARAMS: ReadonlyMap<string, (params: readonly string[]) => string | undefined> = new Map<
  string,
  (params: readonly string[]) => string | undefined
>([
  ['error-invalid-length', limits((least, most) => text('api:limit.length', { least, most }))],
  ['error-invalid-length-too-short', limit((least) => text('api:limit.minLength', { least }))],
  ['error-invalid-length-too-long', limit((most) => text('api:limit.maxLength', { most }))],
  ['error-number-out-of-range', limits((least, most) => text('api:limit.range', { least, most }))],
  ['error-number-out-of-range-too-small', limit((least) => text('api:limit.min', { least }))],
  ['error-number-out-of-range-too-big', limit((most) => text('api:limit.max', { most }))],
  ['error-pattern-no-match', limit((pattern) => text('api:limit.pattern', { pattern }))],
  ['error-invalid-multivalued-size', limits(describeCount)],
]);

function limit(describe: (value: string) => string) {
  return ([, value]: readonly string[]): string | undefined =>
    value === undefined ? undefined : describe(value);
}

function limits(describe: (least: string, most: string) => string) {
  return ([, least, most]: readonly string[]): string | undefined =>
    least === undefined || most === undefined ? undefined : describe(least, most);
}

function describeCount(least: string, most: string): string {
  if (most === '') return text('api:limit.minValues', { least });
  if (most === '1') return text('api:limit.oneValue');
  return text('api:limit.values', { least, most });
}

/** Messages that contain a name. */
const PATTERNS: readonly (readonly [RegExp, Known])[] = [
  [/^Role with name .* already exists$/s, { field: 'name', key: 'api:known.roleTaken' }],
];

function findKnown({ message, params = [] }: Problem): Partial<Problem> | undefined {
  const described = WITH_PARAMS.get(message)?.(params);
  if (described !== undefined) return { message: described };
  const known = KNOWN.get(message) ?? PATTERNS.find(([pattern]) => pattern.test(message))?.[1];
  if (known === undefined) return undefined;
  const { key, ...place } = known;
  return { ...place, message: text(key) };
}

/** Whether the console has its own words for a problem. */
export const isKnownProblem = (problem: Problem): boolean => findKnown(problem) !== undefined;

/** Replaces a known message; any other problem is returned unchanged. */
export function explainProblem(problem: Problem): Problem {
  return { ...problem, ...findKnown(problem) };
}
