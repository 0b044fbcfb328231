// Checks single values. A problem completes a sentence that begins with the path: "must be true or false".
import type { FlagType, NumberType, TextFormat, TextSetting, TextType } from './value-type.ts';

/** Checks of formats that require the server: certificates and keys. */
export type FormatFaults = Partial<Record<TextFormat, (text: string) => string | undefined>>;

/** Separates the items of a list that is stored as one text. */
export const LIST_SEPARATOR = '##';

const LONGEST_TEXT = 65_536;
const BINDINGS_PREFIX = 'urn:oasis:names:tc:SAML:2.0:bindings:';

/** What is wrong with a JSON value; undefined when it is valid. */
export function findScalarProblem(
  value: unknown,
  type: TextType | FlagType | NumberType,
  formats: FormatFaults,
): string | undefined {
  if (type.kind === 'flag') return typeof value === 'boolean' ? undefined : 'must be true or false';
  if (type.kind === 'number') return findNumberProblem(value, type);
  if (typeof value !== 'string')
    return type.choices === undefined ? 'must be a string' : describeChoices(type.choices);
  return value.length > LONGEST_TEXT
    ? `must be a string of at most ${LONGEST_TEXT} characters`
    : findTextProblem(value, type, formats);
}

/** The same for a setting stored as a text, which is not empty. */
export function findTextSettingProblem(
  text: string,
  type: TextSetting['type'],
  formats: FormatFaults,
): string | undefined {
  switch (type.kind) {
    case 'flag':
      return text === 'true' || text === 'false' ? undefined : 'must be true or false';
    case 'number':
      return findNumberProblem(/^-?\d{1,15}$/.test(text) ? Number(text) : undefined, type);
    case 'list': {
      const { of } = type;
      const items = text.split(LIST_SEPARATOR).filter((item) => item !== '');
      return items
        .map((item) => (of.kind === 'text' ? findTextProblem(item, of, formats) : undefined))
        .find((problem) => problem !== undefined);
    }
    case 'text':
      return findTextProblem(text, type, formats);
  }
}

function findNumberProblem(value: unknown, { least, most, unit }: NumberType): string | undefined {
  if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most)
    return undefined;
  const what = unit === undefined ? 'a whole number' : `a whole number of ${unit}`;
  return least === Number.MIN_SAFE_INTEGER ? `must be ${what}` : `must be ${what} from ${least} to ${most}`;
}

function findTextProblem(text: string, type: TextType, formats: FormatFaults): string | undefined {
  if (text === '' && type.emptyIsUnset === true) return undefined;
  if (type.choices !== undefined) return findChoiceProblem(text, type.choices, type);
  const { format } = type;
  return format === undefined ? undefined : (formats[format] ?? FORMATS[format])?.(text);
}

const describeChoices = (choices: readonly string[]): string =>
  choices.length === 1 ? `must be ${choices[0]}` : `must be one of ${choices.join(', ')}`;

function findChoiceProblem(
  text: string,
  choices: readonly string[],
  { refused = {}, anyCase }: TextType,
): string | undefined {
  const isOne = (choice: string): boolean =>
    anyCase === true ? choice.toLowerCase() === text.toLowerCase() : choice === text;
  if (choices.some(isOne)) return undefined;
  const expected = describeChoices(choices);
  return Object.hasOwn(refused, text) ? `${expected}: ${refused[text]}` : expected;
}

const must = (holds: boolean, expected: string): string | undefined =>
  holds ? undefined : `must be ${expected}`;

const isWebUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** Paths are resolved against the root URL, placeholders replaced later. */
const findUrlProblem = (text: string): string | undefined =>
  must(text === '' || text.startsWith('/') || text.startsWith('$') || isWebUrl(text), 'an http or https URL');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the caller reports the expected type.
    return undefined;
  }
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Formats that can be checked from the text alone. */
const FORMATS: Partial<Record<TextFormat, (text: string) => string | undefined>> = {
  name: (text) =>
    must(
      text.trim() !== '' && text.length <= 255 && !/\p{Cc}/u.test(text),
      'a string of 1 to 255 characters without control characters',
    ),
  identifier: (text) =>
    must(/^[\w.-]{1,64}$/.test(text), 'a string of 1 to 64 letters, digits, ".", "-" or "_"'),
  url: findUrlProblem,
  'path-segment': (text) =>
    must(
      /^[^/\\?#%;\s]+$/.test(text) && !/^\.{1,2}$/.test(text),
      'one segment of a URL: letters, digits, hyphens, underscores, dots',
    ),
  // Compat: Keycloak's console has written an empty map as an empty list.
  'json-object': (text) => must(text.trim() === '[]' || isObject(parseJson(text)), 'a JSON object'),
  'key-set': (text) => {
    const parsed = parseJson(text);
    const keys = isObject(parsed) ? (parsed as { readonly keys?: unknown }).keys : undefined;
    return must(Array.isArray(keys), 'a JSON Web Key Set: {"keys":[…]}');
  },
  'numbered-service': () => 'must end with the number of the assertion consumer service',
  'consumer-service': (text) => {
    const [binding = '', url = '', ...more] = text.split(' ');
    const isRead = binding.startsWith(BINDINGS_PREFIX) && url !== '' && more.length === 0;
    return isRead ? findUrlProblem(url) : "must be the binding's URN, a space and an http or https URL";
  },
};
