// Checks JSON against the type of a setting, and converts what Keycloak converts. The admin API is stricter
// than a realm file.
import { type FormatFaults, findScalarProblem, findTextSettingProblem } from './check-text.ts';
import type {
  FlagType,
  ListType,
  MapType,
  NumberType,
  ObjectType,
  TextType,
  ValueType,
} from './value-type.ts';

export interface SettingFault {
  /** E.g. `clients[2].attributes.saml.encrypt`. */
  readonly path: string;
  /** Completes a sentence that begins with the path: `must be true or false`. */
  readonly problem: string;
  /** `type`: wrong JSON type; `value`: an invalid value of the right type. */
  readonly kind: 'type' | 'value';
}

/**
 * Where a value comes from. `file`: a realm file, where an invalid value of the right type is reported and
 * kept. `api`: everything must be valid. In both, numbers and flags may be written as texts and vice versa, as
 * placeholders and command lines require.
 */
type CheckMode = 'file' | 'api';

export interface CheckResult {
  /** The first value that cannot be used. */
  readonly fault: SettingFault | undefined;
  /** Whether `tidyValue` must run before the types are correct: there is a null, or a value to convert. */
  readonly isUntidy: boolean;
}

export interface CheckOptions {
  readonly mode: CheckMode;
  /** Checks of texts that require the server, such as certificates. */
  readonly formats?: FormatFaults;
  /** The stored value: unchanged members and settings need not be valid. */
  readonly before?: unknown;
}

export function checkValue(value: unknown, type: ValueType, options: CheckOptions): CheckResult {
  const check = new ValueCheck(options.mode, options.formats ?? {});
  const fault = check.find(value, type, options.before);
  return {
    fault: fault === undefined ? undefined : { ...fault, path: fault.path.replace(/^\./, '') },
    isUntidy: check.isUntidy,
  };
}

type ScalarType = TextType | FlagType | NumberType;
type JsonRecord = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNotSet = (value: unknown): boolean => value === undefined || value === null || value === '';

const JSON_TYPES: Readonly<Record<ScalarType['kind'], string>> = {
  text: 'string',
  flag: 'boolean',
  number: 'number',
};

const here = (problem: string, kind: SettingFault['kind'] = 'type'): SettingFault => ({
  path: '',
  problem,
  kind,
});
const below = (step: string, fault: SettingFault): SettingFault => ({ ...fault, path: step + fault.path });

/** One check. Paths are built only for findings, so large lists stay cheap. */
class ValueCheck {
  isUntidy = false;
  readonly #mode: CheckMode;
  readonly #formats: FormatFaults;

  constructor(mode: CheckMode, formats: FormatFaults) {
    this.#mode = mode;
    this.#formats = formats;
  }

  find(value: unknown, type: ValueType, before?: unknown): SettingFault | undefined {
    if (value === undefined || type.kind === 'any') return undefined;
    if (value === null) {
      this.isUntidy = true;
      return undefined;
    }
    if (type.kind === 'list') return this.#findListFault(value, type);
    if (type.kind === 'map' || type.kind === 'object') {
      if (!isRecord(value)) return here('must be a JSON object');
      const stored = isRecord(before) ? before : {};
      return type.kind === 'map'
        ? this.#findMapFault(value, type, stored)
        : this.#findObjectFault(value, type, stored);
    }
    return this.#findScalarFault(value, type);
  }

  #findScalarFault(value: unknown, type: ScalarType): SettingFault | undefined {
    const taken = convertScalar(value, type) ?? value;
    if (taken !== value) this.isUntidy = true;
    const problem = findScalarProblem(taken, type, this.#formats);
    if (problem === undefined) return undefined;
    const kind = typeof taken === JSON_TYPES[type.kind] ? 'value' : 'type';
    return this.#report(here(problem, kind));
  }

  #findListFault(value: unknown, type: ListType): SettingFault | undefined {
    if (!Array.isArray(value)) {
      if (type.orOne !== true) return here('must be a JSON array');
      this.isUntidy = true;
      return this.find(value, type.of);
    }
    for (let index = 0; index < value.length; index += 1) {
      const fault = this.#findItemFault(value[index], type);
      if (fault !== undefined) return below(`[${index}]`, fault);
    }
    return undefined;
  }

  #findItemFault(item: unknown, { of, orOne }: ListType): SettingFault | undefined {
    if (item !== null) return this.find(item, of);
    // Attributes may contain a null in Keycloak's exports; it stands for no value.
    if (orOne !== true) return here('must be something other than null');
    this.isUntidy = true;
    return undefined;
  }

  #findMapFault(record: JsonRecord, type: MapType, before: JsonRecord): SettingFault | undefined {
    for (const key of Object.keys(record)) {
      const value = record[key];
      const fault = this.find(value, type.of) ?? this.#findSettingFault(key, value, type, before[key]);
      if (fault !== undefined) return below(`.${key}`, fault);
    }
    return undefined;
  }

  /** A setting stored as a text. The empty text and null mean "not set". */
  #findSettingFault(
    key: string,
    value: unknown,
    { settingOf }: MapType,
    before: unknown,
  ): SettingFault | undefined {
    if (isNotSet(value) || value === before) return undefined;
    const row = settingOf?.(key);
    if (row === undefined) return undefined;
    const problem = findTextSettingProblem(String(value), row.type, this.#formats);
    return problem === undefined ? undefined : this.#report(here(problem, 'value'));
  }

  /** A realm file may contain invalid values of the right type; they break nothing. */
  #report(fault: SettingFault): SettingFault | undefined {
    return this.#mode === 'api' || fault.kind === 'type' ? fault : undefined;
  }

  #findObjectFault(record: JsonRecord, type: ObjectType, before: JsonRecord): SettingFault | undefined {
    const missing = type.required.find((name) => isNotSet(record[name]));
    if (missing !== undefined) return below(`.${missing}`, here('is missing'));
    const rows = type.rows();
    // Iterates over the record, not the rows: a user has few of the possible members.
    for (const name of Object.keys(record)) {
      const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
      const value = record[name];
      if (row === undefined || (value === before[name] && value !== undefined)) continue;
      const fault = this.find(value, row.type, before[name]);
      if (fault !== undefined) return below(`.${name}`, fault);
    }
    return undefined;
  }
}

/**
 * Compat: Keycloak reads `"300"` as a number and `true` as a text if required. Undefined: not convertible.
 */
function convertScalar(value: unknown, { kind }: ScalarType): string | number | boolean | undefined {
  if (kind === 'text')
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
  if (typeof value !== 'string') return undefined;
  if (kind === 'number') return /^-?\d{1,15}$/.test(value) ? Number(value) : undefined;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

/** Converts a valid value to its type: drops null members, makes single values lists, converts texts. */
export function tidyValue(value: unknown, type: ValueType): unknown {
  switch (type.kind) {
    case 'any':
      return value;
    case 'list':
      return (Array.isArray(value) ? value : [value])
        .filter((item: unknown) => item !== null)
        .map((item: unknown) => tidyValue(item, type.of));
    case 'map':
      return tidyMap(value as JsonRecord, type);
    case 'object':
      return tidyMembers(value as JsonRecord, type);
    default:
      return typeof value === JSON_TYPES[type.kind] ? value : (convertScalar(value, type) ?? value);
  }
}

function tidyMap(record: JsonRecord, { of, nullRemoves }: MapType): JsonRecord {
  const entries = Object.entries(record).filter(([, value]) => value !== null || nullRemoves === true);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, value === null ? null : tidyValue(value, of)]),
  );
}

function tidyMembers(record: JsonRecord, type: ObjectType): JsonRecord {
  const rows = type.rows();
  const tidied: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(record)) {
    if (member === null || member === undefined) continue;
    const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
    // Defined, not assigned: a member may be called __proto__.
    const value = row === undefined ? member : tidyValue(member, row.type);
    Object.defineProperty(tidied, name, { value, enumerable: true, writable: true, configurable: true });
  }
  return tidied;
}
