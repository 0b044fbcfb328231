// Fields of a settings form as data: where a value is in the representation, and how it is read, checked and
// written.
import { formatNumber } from '../texts/locale.ts';
import { text } from '../texts/text.ts';

/** A name with its values. */
export interface MapRow {
  /** Identifies the row during editing; not saved. */
  readonly key: number;
  readonly name: string;
  readonly values: readonly string[];
}

/** A value during editing. Numbers and durations are strings, so that incomplete input is possible. */
export type FieldValue = string | boolean | readonly string[] | readonly MapRow[];

/** Members that contain others, as texts. */
type Container = 'attributes' | 'config' | 'smtpServer';

/** Values by the field's member. */
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** The edited object: a realm, a client, a mapper. Members without a field are not changed. */
export type Representation = Readonly<Record<string, unknown>>;

interface FieldBase {
  /** Name of the member in the realm file. */
  readonly member: string;
  /** The object that contains the member as a string; absent for a member of the representation itself. */
  readonly within?: Container;
  readonly label: string;
  readonly help?: string;
  /** Takes the full width of the form. */
  readonly wide?: boolean;
  /** Whether the field is shown for these values. Absent: always. */
  readonly shown?: (values: FieldValues) => boolean;
  /** Returns a message if the value is not valid. */
  readonly check?: (value: string, values: FieldValues) => string | undefined;
}

/** An option of a list. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  /** Shown, but not selectable. */
  readonly disabled?: boolean;
}

/** A field by its kind. `initial` is the value if the member is omitted. */
export type Field = FieldBase &
  (
    | {
        readonly kind: 'text' | 'long';
        readonly initial?: string;
        readonly placeholder?: string;
        /** A secret, shown as dots. */
        readonly masked?: true;
      }
    | { readonly kind: 'switch'; readonly initial: boolean }
    | {
        readonly kind: 'choice';
        readonly initial: string;
        readonly choices: readonly Choice[];
      }
    | {
        readonly kind: 'number';
        readonly initial: string;
        readonly min: number;
        readonly max: number;
        readonly unit?: string;
        /** What an empty value means. Absent: a number is required. */
        readonly unset?: string;
      }
    | {
        readonly kind: 'duration';
        /** Seconds. */
        readonly initial: string;
        /** What an empty or zero duration means. Absent: a duration is required. */
        readonly unset?: string;
      }
    | {
        readonly kind: 'list';
        readonly initial?: readonly string[];
        /** The options. Absent: any text can be entered. */
        readonly choices?: readonly Choice[];
        readonly placeholder?: string;
        /** Checks one item. */
        readonly checkItem?: (item: string) => string | undefined;
      }
    /** Lists of strings by name; only for members of the representation itself. */
    | {
        readonly kind: 'map';
        readonly readOnly?: boolean;
        /** Returns a message if there must be no row with this name. */
        readonly checkName?: (name: string) => string | undefined;
      }
  );

/** Separates the items of a list that is stored as one string. */
const SEPARATOR = '##';
/** Longest lifespan in a realm file. */
const MOST_SECONDS = 2_147_483_647;

function containerOf(field: Field, representation: Representation): Representation {
  if (field.within === undefined) return representation;
  const container = representation[field.within];
  return typeof container === 'object' && container !== null ? (container as Representation) : {};
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
  // Zero and negative values mean "not set" where a duration may be unset.
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

/** Merges rows with the same name. */
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

/** The values of a representation, with defaults for omitted members. */
export function readFields(fields: readonly Field[], representation: Representation): FieldValues {
  return Object.fromEntries(
    fields.map((field) => [field.member, readValue(field, containerOf(field, representation)[field.member])]),
  );
}

/** Whether two values of a field are equal. */
export function isSame(left: FieldValue | undefined, right: FieldValue | undefined): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Trims the items and removes empty ones. */
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
  if (field.kind === 'number' || field.kind === 'duration') return Number(value);
  return typeof value === 'string' ? value.trim() : value;
}

/**
 * The part of a representation to send for the changed values. Attributes and config contain the existing
 * entries too, as strings. An empty string makes the server remove an attribute; elsewhere, empty entries
 * are omitted.
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
      const texts = new Map(Object.entries(part[field.within] ?? mapOf(field.within, representation)));
      const text = asText(field, value);
      if (text === '' && field.within !== 'attributes') texts.delete(field.member);
      else texts.set(field.member, text);
      part[field.within] = Object.fromEntries(texts);
    }
  }
  return part;
}

function mapOf(within: Container, representation: Representation): object {
  const map = representation[within];
  return typeof map === 'object' && map !== null ? map : {};
}

function checkNumber(value: string, min: number, max: number, unset: string | undefined): string | undefined {
  if (value === '' && unset !== undefined) return undefined;
  if (/^-?\d+$/.test(value.trim()) && Number(value) >= min && Number(value) <= max) return undefined;
  return text('ui:field.number', { min: formatNumber(min), max: formatNumber(max) });
}

function checkDuration(value: string, unset: string | undefined): string | undefined {
  if (value === '') return unset === undefined ? text('ui:field.noDuration') : undefined;
  if (/^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= MOST_SECONDS) return undefined;
  return text('ui:field.duration', { max: formatNumber(MOST_SECONDS) });
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
  if (field.kind === 'map') {
    const problems = rowsOf(value).flatMap(({ name }) => field.checkName?.(name.trim()) ?? []);
    return problems.length === 0 ? undefined : problems.join(' ');
  }
  if (typeof value !== 'string') return undefined;
  if (field.kind === 'number') return checkNumber(value, field.min, field.max, field.unset);
  if (field.kind === 'duration') return checkDuration(value, field.unset);
  return field.check?.(value.trim(), values);
}

/** Messages for values that are not valid, by member. Hidden fields are not checked. */
export function checkFields(fields: readonly Field[], values: FieldValues): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  for (const field of fields) {
    if (field.shown?.(values) === false) continue;
    const problem = checkValue(field, values);
    if (problem !== undefined) problems[field.member] = problem;
  }
  return problems;
}
