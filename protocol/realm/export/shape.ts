// Gives JSON the shape of Keycloak's representation classes: members that they lack and values of another type are left out.
import type { Report } from './findings.ts';
import { findSince, type KeycloakType, membersOf } from './keycloak-classes.ts';

/** A value that has no place in Keycloak's form. */
const NONE: unique symbol = Symbol('none');

type JsonRecord = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const LARGEST_INT = 2_147_483_647;

/** Classes that Keycloak also reads from a text, which becomes their name. */
const FROM_TEXT: ReadonlySet<string> = new Set(['Scope', 'ResourceOwner']);

const EXPECTED: Readonly<Record<KeycloakType['kind'], string>> = {
  text: 'a text',
  flag: 'true or false',
  number: `a whole number of at most ${LARGEST_INT}`,
  long: 'a whole number',
  choice: 'one of several texts',
  list: 'a list',
  map: 'an object',
  object: 'an object',
  json: 'anything',
};

/** Members that are newer than Keycloak 26.0 and say nothing: left out, or written as the newest release does. */
export type NewMembers = 'left-out' | 'written';

/** An object with the members of a class only, each of the class's type. Null members are left out without a report. */
export function shapeAs(
  value: object,
  className: string,
  report: Report,
  newMembers: NewMembers = 'left-out',
): Record<string, unknown> {
  return new Shaper(report, newMembers).object(value as JsonRecord, className);
}

class Shaper {
  readonly #report: Report;
  readonly #newMembers: NewMembers;
  /** Names and positions of what leads to the value. */
  readonly #trail: (string | number)[] = [];

  constructor(report: Report, newMembers: NewMembers) {
    this.#report = report;
    this.#newMembers = newMembers;
  }

  object(value: JsonRecord, className: string): Record<string, unknown> {
    const members = membersOf(className);
    const shaped: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined || member === null) continue;
      const type = members.get(name);
      const next = type === undefined ? this.#unknown(name) : this.#below(name, member, type);
      if (next !== NONE && this.#isWritten(className, name, next)) define(shaped, name, next);
    }
    return shaped;
  }

  #tell(message: string): typeof NONE {
    const steps = this.#trail.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`));
    this.#report(steps.join('').replace(/^\./, ''), message);
    return NONE;
  }

  #unknown(name: string): typeof NONE {
    this.#trail.push(name);
    this.#tell('Keycloak does not know this member and refuses a file with it, so it is left out.');
    this.#trail.pop();
    return NONE;
  }

  /** A member that the first releases of Keycloak 26 refuse is written only if it says something. */
  #isWritten(className: string, name: string, value: unknown): boolean {
    const since = findSince(className, name);
    if (since === undefined) return true;
    if (value === false || value === '' || value === 0) return this.#newMembers === 'written';
    this.#trail.push(name);
    this.#tell(`Keycloak before ${since} does not know this member and refuses the file.`);
    this.#trail.pop();
    return true;
  }

  #below(segment: string | number, value: unknown, type: KeycloakType): unknown {
    this.#trail.push(segment);
    const shaped = this.#value(value, type);
    this.#trail.pop();
    return shaped;
  }

  #value(value: unknown, type: KeycloakType): unknown {
    switch (type.kind) {
      case 'json':
        return value;
      case 'list':
        return this.#list(value, type.of);
      case 'map':
        return isRecord(value) ? this.#map(value, type.of) : this.#mistyped(type);
      case 'object':
        if (isRecord(value)) return this.object(value, type.name);
        return typeof value === 'string' && FROM_TEXT.has(type.name) ? value : this.#mistyped(type);
      default:
        return this.#scalar(value, type);
    }
  }

  #mistyped(type: KeycloakType): typeof NONE {
    const expected = type.kind === 'choice' ? `one of ${type.choices.join(', ')}` : EXPECTED[type.kind];
    return this.#tell(`Keycloak requires ${expected} here and refuses anything else, so it is left out.`);
  }

  /** One value is written as a list of one. */
  #list(value: unknown, of: KeycloakType): unknown {
    const isOne = !Array.isArray(value) && !isRecord(value) && of.kind !== 'object';
    if (!Array.isArray(value) && !isOne) return this.#mistyped({ kind: 'list', of });
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    const shaped: unknown[] = [];
    for (const [index, item] of list.entries()) {
      const next = item === null ? NONE : this.#below(index, item, of);
      if (next !== NONE) shaped.push(next);
    }
    return shaped;
  }

  #map(value: JsonRecord, of: KeycloakType): unknown {
    const shaped: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value)) {
      const next = item === null ? NONE : this.#below(key, item, of);
      if (next !== NONE) define(shaped, key, next);
    }
    return shaped;
  }

  #scalar(value: unknown, type: KeycloakType): unknown {
    // Keycloak reads the empty text as "not set" where it expects a number or a flag.
    if (value === '' && type.kind !== 'text' && type.kind !== 'choice') return NONE;
    const converted = convert(value, type);
    return converted === undefined ? this.#mistyped(type) : converted;
  }
}

/** Assigning to __proto__ would set the prototype. */
function define(record: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') record[name] = value;
  else Object.defineProperty(record, name, { value, enumerable: true, writable: true, configurable: true });
}

type Scalar = string | number | boolean;

/** A scalar as Keycloak's JSON reader converts it; undefined if it does not. */
function convert(value: unknown, type: KeycloakType): Scalar | undefined {
  if (type.kind === 'text') return typeof value === 'object' ? undefined : String(value);
  if (type.kind === 'flag') return FLAGS.get(value);
  if (type.kind === 'choice') return type.choices.find((choice) => choice === value);
  return convertNumber(value, type.kind === 'number' ? LARGEST_INT : Number.MAX_SAFE_INTEGER);
}

const FLAGS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ['true', true],
  ['false', false],
]);

function convertNumber(value: unknown, largest: number): number | undefined {
  const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  const whole = Math.trunc(number);
  return Math.abs(whole) <= largest ? whole : undefined;
}
