// Fields of a settings form as data: where a value stands in a representation, how it is read, checked and written back.

/** One name with its values. */
export interface MapRow {
  /** Identity of the row while it is edited; not saved. */
  readonly key: number;
  readonly name: string;
  readonly values: readonly string[];
}

/** A value while it is edited. Numbers and durations are texts, so that a half-typed one can stand. */
export type FieldValue = string | boolean | readonly string[] | readonly MapRow[];

/** Values by the field's member. */
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** What a form edits: a realm, a client, a mapper; members that no field names are left alone. */
export type Representation = Readonly<Record<string, unknown>>;

interface FieldBase {
  /** As the realm file spells it. */
  readonly member: string;
  /** The object that holds the member as a text; absent for a member of the representation itself. */
  readonly within?: 'attributes' | 'config';
  readonly label: string;
  readonly help?: string;
  /** Takes the form's whole width. */
  readonly wide?: boolean;
  /** Whether the field has a meaning beside these values; absent: always. */
  readonly shown?: (values: FieldValues) => boolean;
  /** What is wrong with the value and what would be right. */
  readonly check?: (value: string, values: FieldValues) => string | undefined;
}

/** A choice of a list. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  /** Is shown, and cannot be chosen. */
  readonly disabled?: boolean;
}

/** A field by its kind. `initial` is what holds where the representation says nothing. */
export type Field = FieldBase &
  (
    | { readonly kind: 'text' | 'long'; readonly initial?: string; readonly placeholder?: string }
    | { readonly kind: 'switch'; readonly initial: boolean }
    | {
        readonly kind: 'choice';
        readonly initial: string;
        readonly choices: readonly Choice[];
        /** The member is a number in the realm file. */
        readonly isNumber?: boolean;
      }
    | {
        readonly kind: 'number';
        readonly initial: string;
        readonly min: number;
        readonly max: number;
        readonly unit?: string;
      }
    | {
        readonly kind: 'duration';
        /** Seconds. */
        readonly initial: string;
        /** What an empty or zero duration means; absent: there must be one. */
        readonly unset?: string;
      }
    | {
        readonly kind: 'list';
        readonly initial?: readonly string[];
        /** What may be chosen; absent: whatever somebody types. */
        readonly choices?: readonly Choice[];
        readonly placeholder?: string;
        /** Checks one item. */
        readonly checkItem?: (item: string) => string | undefined;
      }
    /** Lists of texts by name, as a member alone. */
    | { readonly kind: 'map' }
  );

/** Stands between the items of a list that is kept as one text. */
const SEPARATOR = '##';
/** The largest number that a lifespan may have in a realm file. */
const MOST_SECONDS = 2_147_483_647;

function holder(field: Field, representation: Representation): Representation {
  if (field.within === undefined) return representation;
  const held = representation[field.within];
  return typeof held === 'object' && held !== null ? (held as Representation) : {};
}

function initialValue(field: Field): FieldValue {
  if (field.kind === 'map') return [];
  return field.initial ?? (field.kind === 'list' ? [] : '');
}

function readValue(field: Field, stored: unknown): FieldValue {
  if (stored === undefined || stored === null || stored === '') return initialValue(field);
  if (field.kind === 'switch') return stored === true || stored === 'true';
  if (field.kind === 'map') return readRows(stored);
  if (field.kind === 'list')
    return Array.isArray(stored) ? stored.map(String) : String(stored).split(SEPARATOR).filter(Boolean);
  // Zero and less mean "not set" wherever there is such a thing.
  if (field.kind === 'duration' && field.unset !== undefined && Number(stored) <= 0) return '';
  return String(stored);
}

function readRows(stored: unknown): readonly MapRow[] {
  if (typeof stored !== 'object' || stored === null) return [];
  return Object.entries(stored).map(([name, values], key) => ({
    key,
    name,
    values: Array.isArray(values) ? values.map(String) : [String(values)],
  }));
}

/** Two rows with one name are one with the values of both. */
function writeRows(rows: readonly MapRow[]): Record<string, readonly string[]> {
  const lists = new Map<string, readonly string[]>();
  for (const { name, values } of rows) {
    const trimmed = name.trim();
    if (trimmed !== '') lists.set(trimmed, [...(lists.get(trimmed) ?? []), ...values]);
  }
  return Object.fromEntries(lists);
}

/** The items of a list's value. */
export function itemsOf(value: FieldValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** The rows of a map's value. */
export function rowsOf(value: FieldValue | undefined): readonly MapRow[] {
  return Array.isArray(value) ? value.filter((row): row is MapRow => typeof row === 'object') : [];
}

/** The values of a representation; what it leaves out shows what holds then. */
export function readFields(fields: readonly Field[], representation: Representation): FieldValues {
  return Object.fromEntries(
    fields.map((field) => [field.member, readValue(field, holder(field, representation)[field.member])]),
  );
}

/** Whether two values of a field are the same. */
export function isSame(left: FieldValue | undefined, right: FieldValue | undefined): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Items without blanks around them, and without empty ones. */
export function cleanItems(items: readonly string[]): string[] {
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

function asText(field: Field, value: FieldValue): string {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return field.kind === 'long' ? value : value.trim();
  return cleanItems(itemsOf(value)).join(SEPARATOR);
}

function asMember(field: Field, value: FieldValue): unknown {
  if (field.kind === 'map') return writeRows(rowsOf(value));
  if (field.kind === 'list') return cleanItems(itemsOf(value));
  const isNumber = field.kind === 'number' || field.kind === 'duration';
  if (isNumber || (field.kind === 'choice' && field.isNumber === true)) return Number(value);
  return typeof value === 'string' ? value.trim() : value;
}

/**
 * The part of a representation that the changed values make: members as they are, attributes and config as texts beside those that were
 * there. An empty text tells the server to remove an attribute; a config is replaced as a whole and has no empty texts.
 */
export function writeFields(
  fields: readonly Field[],
  representation: Representation,
  changes: FieldValues,
): Record<string, unknown> {
  const part: Record<string, unknown> = {};
  for (const field of fields) {
    const value = changes[field.member];
    if (value === undefined) continue;
    if (field.within === undefined) part[field.member] = asMember(field, value);
    else {
      const texts = new Map(Object.entries(part[field.within] ?? holderOf(field.within, representation)));
      const text = asText(field, value);
      if (text === '' && field.within === 'config') texts.delete(field.member);
      else texts.set(field.member, text);
      part[field.within] = Object.fromEntries(texts);
    }
  }
  return part;
}

function holderOf(within: 'attributes' | 'config', representation: Representation): object {
  const held = representation[within];
  return typeof held === 'object' && held !== null ? held : {};
}

function checkNumber(value: string, min: number, max: number): string | undefined {
  if (/^-?\d+$/.test(value.trim()) && Number(value) >= min && Number(value) <= max) return undefined;
  return `This is a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}.`;
}

function checkDuration(value: string, unset: string | undefined): string | undefined {
  if (value === '') return unset === undefined ? 'Say how long, for instance 5 minutes.' : undefined;
  if (/^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= MOST_SECONDS) return undefined;
  return `This is at least a second and at most ${MOST_SECONDS.toLocaleString('en')} seconds, in whole numbers.`;
}

function checkValue(field: Field, values: FieldValues): string | undefined {
  const value = values[field.member];
  if (field.kind === 'list') {
    const { checkItem } = field;
    return checkItem === undefined
      ? undefined
      : cleanItems(itemsOf(value))
          .map(checkItem)
          .find((problem) => problem !== undefined);
  }
  if (typeof value !== 'string') return undefined;
  if (field.kind === 'number') return checkNumber(value, field.min, field.max);
  if (field.kind === 'duration') return checkDuration(value, field.unset);
  return field.check?.(value.trim(), values);
}

/** What keeps the values from being saved, by member; a field that is not shown has no say. */
export function checkFields(fields: readonly Field[], values: FieldValues): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  for (const field of fields) {
    if (field.shown?.(values) === false) continue;
    const problem = checkValue(field, values);
    if (problem !== undefined) problems[field.member] = problem;
  }
  return problems;
}
