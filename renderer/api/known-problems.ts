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
  ['error-invalid-uri', { message: 'This is not a valid URL.' }],
  ['error-invalid-date', { message: 'This is not a valid date.' }],
  [
    'error-username-invalid-character',
    { message: 'This username contains a character that is not allowed.' },
  ],
  ['error-person-name-invalid-character', { message: 'This name contains a character that is not allowed.' }],
]);

/** Messages that contain a name. */
const PATTERNS: readonly (readonly [RegExp, Problem])[] = [
  [/^Role with name .* already exists$/s, { field: 'name', message: 'Another role has this name.' }],
];

function findKnown(message: string): Problem | undefined {
  return KNOWN.get(message) ?? PATTERNS.find(([pattern]) => pattern.test(message))?.[1];
}

/** Replaces a known message; any other problem is returned unchanged. */
export function explainProblem(problem: Problem): Problem {
  return { ...problem, ...findKnown(problem.message) };
}
