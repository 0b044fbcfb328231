// The validators of user profiles, by Keycloak's name. Texts and message keys are those of Keycloak.
import type { JsonRecord } from '#protocol/contract/settings/kept.ts';
import type { ProfileValidator } from '#protocol/contract/settings/user-profile.ts';

/** What is wrong with a value. */
export interface ValueFault {
  /** Keycloak's message key. */
  readonly key: string;
  /** Of the message, behind the attribute's name. */
  readonly params: readonly string[];
  /** For the person who entered the value. */
  readonly text: string;
}

/** Undefined if the value is valid. Values are not empty. */
type Validator = (value: string, config: JsonRecord) => ValueFault | undefined;

/** Characters of a value at most, whatever the profile says. */
export const MAX_VALUE_LENGTH = 2048;

const fault = (key: string, text: string, ...params: readonly (string | number)[]): ValueFault => ({
  key,
  params: params.map(String),
  text,
});

/** Settings are numbers, or texts that contain one. */
function numberOf(setting: unknown): number | undefined {
  const text = typeof setting === 'number' ? String(setting) : setting;
  return typeof text === 'string' && /^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}

/** Keycloak's message of the setting, if it is a text and no message key. */
function ownText(config: JsonRecord, usual: string): string {
  const text = config['error-message'];
  return typeof text === 'string' && text.includes(' ') ? text : usual;
}

const ownKey = (config: JsonRecord, usual: string): string =>
  typeof config['error-message'] === 'string' && config['error-message'] !== ''
    ? config['error-message']
    : usual;

function checkLength(value: string, config: JsonRecord): ValueFault | undefined {
  const length = [...(config['trim-disabled'] === true ? value : value.trim())].length;
  const min = numberOf(config['min']);
  const max = numberOf(config['max']);
  if ((min === undefined || length >= min) && (max === undefined || length <= max)) return undefined;
  if (max === undefined)
    return fault('error-invalid-length-too-short', `Minimal length is ${min}.`, min ?? 0);
  if (min === undefined) return fault('error-invalid-length-too-long', `Maximal length is ${max}.`, max);
  return fault('error-invalid-length', `Length must be between ${min} and ${max}.`, min, max);
}

function checkRange(value: number, config: JsonRecord): ValueFault | undefined {
  const min = numberOf(config['min']);
  const max = numberOf(config['max']);
  if ((min === undefined || value >= min) && (max === undefined || value <= max)) return undefined;
  if (max === undefined)
    return fault(
      'error-number-out-of-range-too-small',
      `Number must have minimal value of ${min}.`,
      min ?? 0,
    );
  if (min === undefined)
    return fault('error-number-out-of-range-too-big', `Number must have maximal value of ${max}.`, max);
  return fault('error-number-out-of-range', `Number must be between ${min} and ${max}.`, min, max);
}

const checkNumber =
  (form: RegExp): Validator =>
  (value, config) =>
    form.test(value) ? checkRange(Number(value), config) : fault('error-invalid-number', 'Invalid number.');

/** The whole value must match. Undefined for what JavaScript cannot read. */
function compile(pattern: string): RegExp | undefined {
  for (const flags of ['u', ''])
    try {
      return new RegExp(`^(?:${pattern})$`, flags);
    } catch {
      // Java's syntax has more, and is less strict.
    }
  return undefined;
}

function checkPattern(value: string, config: JsonRecord): ValueFault | undefined {
  const pattern = config['pattern'];
  if (typeof pattern !== 'string' || compile(pattern)?.test(value) !== false) return undefined;
  return fault(ownKey(config, 'error-pattern-no-match'), ownText(config, 'Invalid value.'), pattern);
}

export const EMAIL: RegExp = /^[^\s@]{1,64}@[^\s@]{1,255}$/;

function checkEmail(value: string, config: JsonRecord): ValueFault | undefined {
  const local = value.slice(0, value.indexOf('@'));
  const isShort = local.length <= (numberOf(config['max-local-length']) ?? 64);
  return EMAIL.test(value) && isShort ? undefined : fault('error-invalid-email', 'Invalid email address.');
}

/** Compat: fragments are allowed unless the setting says otherwise. */
function checkUri(value: string, config: JsonRecord): ValueFault | undefined {
  const schemes = Array.isArray(config['allowedSchemes']) ? config['allowedSchemes'] : ['http', 'https'];
  if (!URL.canParse(value)) return fault('error-invalid-uri', 'Invalid URL.');
  const { protocol, hash } = new URL(value);
  if (!schemes.includes(protocol.slice(0, -1)))
    return fault('error-invalid-uri-scheme', 'Invalid URL scheme.');
  const isWhole = hash === '' || config['allowFragment'] !== false;
  return isWhole ? undefined : fault('error-invalid-uri-fragment', 'Invalid URL fragment.');
}

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const invalidDate = fault('error-invalid-date', 'Invalid date.');

const checkIsoDate: Validator = (value) =>
  /^\d{4}-\d\d-\d\d$/.test(value) && isDate(value) ? undefined : invalidDate;

/** As the English pages write it: month, day, year. */
function checkLocalDate(value: string): ValueFault | undefined {
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/.exec(value) ?? [];
  const date = [year.padStart(4, '20'), month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  return year !== '' && isDate(date) ? undefined : invalidDate;
}

const checkOption: Validator = (value, { options }) =>
  Array.isArray(options) && options.map(String).includes(value)
    ? undefined
    : fault('error-invalid-value', 'Invalid value.');

const without =
  (prohibited: RegExp, key: string, text: string): Validator =>
  (value, config) =>
    prohibited.test(value) ? fault(ownKey(config, key), ownText(config, text)) : undefined;

const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** Letters that look alike in several scripts must not be mixed. */
const checkHomograph: Validator = (value, config) =>
  SCRIPTS.filter((script) => script.test(value)).length > 1
    ? fault(
        ownKey(config, 'error-username-invalid-character'),
        ownText(config, 'Username contains invalid character.'),
      )
    : undefined;

const VALIDATORS: Readonly<Record<Exclude<ProfileValidator, 'multivalued'>, Validator>> = {
  length: checkLength,
  integer: checkNumber(/^[+-]?\d+$/),
  double: checkNumber(/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i),
  pattern: checkPattern,
  email: checkEmail,
  uri: checkUri,
  'iso-date': checkIsoDate,
  'local-date': checkLocalDate,
  options: checkOption,
  'person-name-prohibited-characters': without(
    /[<>&"$%!#?§;*~/\\|^=[\]{}()\p{Cc}]/u,
    'error-person-name-invalid-character',
    'Name contains invalid character.',
  ),
  'username-prohibited-characters': without(
    /[<>&"'\s$%!#?§,;:*~/\\|^=[\]{}()`\p{Cc}]/u,
    'error-username-invalid-character',
    'Username contains invalid character.',
  ),
  'up-username-not-idn-homograph': checkHomograph,
};

/** By name, for names from realm files. `multivalued` is about all values together. */
const BY_NAME: ReadonlyMap<string, Validator> = new Map(Object.entries(VALIDATORS));

const TOO_LONG = fault(
  'error-invalid-length-too-long',
  `Maximal length is ${MAX_VALUE_LENGTH}.`,
  MAX_VALUE_LENGTH,
);

/** The first fault of a value, by the validators in their order. Validators that are not known pass everything. */
export function checkValue(
  value: string,
  validations: Readonly<Record<string, JsonRecord>>,
): ValueFault | undefined {
  // Before all others: no pattern must see a long text.
  if (value.length > MAX_VALUE_LENGTH) return TOO_LONG;
  for (const [name, config] of Object.entries(validations)) {
    const found = BY_NAME.get(name)?.(value, config);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Compat: an attribute that is not multivalued has one value. */
export function checkCount(
  count: number,
  multivalued: boolean,
  config: JsonRecord | undefined,
): ValueFault | undefined {
  const min = numberOf(config?.['min']) ?? 0;
  const max = multivalued ? (numberOf(config?.['max']) ?? Number.POSITIVE_INFINITY) : 1;
  if (count >= min && count <= max) return undefined;
  const shown = max === Number.POSITIVE_INFINITY ? '' : String(max);
  const text =
    shown === '' ? `At least ${min} values are needed.` : `There must be between ${min} and ${shown} values.`;
  return fault('error-invalid-multivalued-size', text, min, shown);
}
