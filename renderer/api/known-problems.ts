// Messages for the error keys of Keycloak's admin API, with the field if the response does not name it.
import type { Problem } from './api-error.ts';

/** By the message in the response. */
const KNOWN: ReadonlyMap<string, Problem> = new Map<string, Problem>([
  ['User name is missing', { field: 'username', message: 'Enter a username.' }],
  ['User exists with same username', { field: 'username', message: 'Another user has this username.' }],
  ['User exists with same email', { field: 'email', message: 'Another user has this e-mail address.' }],
  ['error-invalid-email', { message: 'This is not a valid e-mail address.' }],
  ['error-user-attribute-required', { message: 'A value is required.' }],
  ['error-user-attribute-read-only', { message: 'This cannot be changed.' }],
  ['error-invalid-blank', { message: 'A value is required.' }],
  ['error-empty', { message: 'A value is required.' }],
  ['error-invalid-value', { message: 'This value is not valid.' }],
  ['error-invalid-length', { message: 'This value is too short or too long.' }],
  ['error-invalid-length-too-short', { message: 'This value is too short.' }],
  ['error-invalid-length-too-long', { message: 'This value is too long.' }],
  ['error-invalid-number', { message: 'This is not a number.' }],
  ['error-number-out-of-range', { message: 'This number is out of range.' }],
  ['error-pattern-no-match', { message: 'This value does not have the required format.' }],
  ['error-number-out-of-range-too-small', { message: 'This number is too small.' }],
  ['error-number-out-of-range-too-big', { message: 'This number is too large.' }],
  ['error-invalid-multivalued-size', { message: 'There are too few or too many values.' }],
  ['error-invalid-uri-scheme', { message: 'This URL has a scheme that is not allowed.' }],
  ['error-invalid-uri-fragment', { message: 'This URL must not have a fragment (#).' }],
  ['error-invalid-uri', { message: 'This is not a valid URL.' }],
  ['error-invalid-date', { message: 'This is not a valid date.' }],
  [
    'error-username-invalid-character',
    { message: 'This username contains a character that is not allowed.' },
  ],
  ['error-person-name-invalid-character', { message: 'This name contains a character that is not allowed.' }],
]);

/** Messages with the limits in the response. The first parameter is the field. */
const WITH_PARAMS: ReadonlyMap<string, (params: readonly string[]) => string | undefined> = new Map<
  string,
  (params: readonly string[]) => string | undefined
>([
  ['error-invalid-length', limits((least, most) => `Enter ${least} to ${most} characters.`)],
  ['error-invalid-length-too-short', limit((least) => `Enter at least ${least} characters.`)],
  ['error-invalid-length-too-long', limit((most) => `Enter at most ${most} characters.`)],
  ['error-number-out-of-range', limits((least, most) => `Enter a number from ${least} to ${most}.`)],
  ['error-number-out-of-range-too-small', limit((least) => `Enter a number of at least ${least}.`)],
  ['error-number-out-of-range-too-big', limit((most) => `Enter a number of at most ${most}.`)],
  ['error-pattern-no-match', limit((pattern) => `This value does not match the pattern ${pattern}.`)],
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
  if (most === '') return `Enter at least ${least} values.`;
  if (most === '1') return 'Enter only one value.';
  return `Enter ${least} to ${most} values.`;
}

/** Messages that contain a name. */
const PATTERNS: readonly (readonly [RegExp, Problem])[] = [
  [/^Role with name .* already exists$/s, { field: 'name', message: 'Another role has this name.' }],
];

function findKnown({ message, params = [] }: Problem): Partial<Problem> | undefined {
  const described = WITH_PARAMS.get(message)?.(params);
  if (described !== undefined) return { message: described };
  return KNOWN.get(message) ?? PATTERNS.find(([pattern]) => pattern.test(message))?.[1];
}

/** Replaces a known message; any other problem is returned unchanged. */
export function explainProblem(problem: Problem): Problem {
  return { ...problem, ...findKnown(problem) };
}
