// Walks a value along the rows of its settings and collects what has no effect.
import { findScalarProblem, findTextSettingProblem } from '#protocol/contract/settings/check-text.ts';
import {
  describeValue,
  type FindUnsupported,
  findAsked,
  isRecord,
  type JsonRecord,
  kept,
  type NoEffect,
  nameOf,
  type PathStep,
  type UnsupportedValue,
} from '#protocol/contract/settings/kept.ts';
import {
  anything,
  type MapType,
  type ObjectType,
  type TextSetting,
  type ValueType,
} from '#protocol/contract/settings/value-type.ts';
import { SERVER_FORMATS } from '../clients/server-formats.ts';
import type { Findings } from './findings.ts';

interface Row {
  readonly type: ValueType;
  readonly effect: string | NoEffect;
  readonly secret?: true;
  readonly unsupported?: FindUnsupported;
}

export type Rows = Readonly<Record<string, Row>>;

/** Members without a row; their values may be secret. */
const UNKNOWN_ROW: Row = {
  type: anything,
  effect: kept('Neither Understudy nor Keycloak 26 has this setting; check its spelling.'),
  secret: true,
};

function describeInvalid(problem: string): string {
  return `Not valid: it ${problem}. Requests that need it are refused or use the default.`;
}

/** Whether objects with settings can be inside. */
export function holdsSettings(type: ValueType): boolean {
  if (type.kind === 'list') return holdsSettings(type.of);
  return (
    type.kind === 'object' ||
    (type.kind === 'map' && (type.settingOf !== undefined || holdsSettings(type.of)))
  );
}

/** Compat: consoles of Keycloak 17 to 20 wrote an empty map as an empty list. */
function isEmptyMap(text: string, type: TextSetting['type']): boolean {
  return type.kind === 'text' && type.format === 'json-object' && text === '[]';
}

const idle = new WeakMap<Rows, ReadonlySet<string>>();

/** Names of the rows that never have a finding, remembered because a realm can have very many users. */
function idleNames(rows: Rows): ReadonlySet<string> {
  const known = idle.get(rows);
  if (known !== undefined) return known;
  const names = Object.keys(rows).filter((name) => {
    const row = rows[name];
    return row !== undefined && isIdle(row);
  });
  const found = new Set(names);
  idle.set(rows, found);
  return found;
}

function isIdle({ type, effect, unsupported }: Row): boolean {
  if (typeof effect !== 'string') return effect.kind !== 'kept' && unsupported === undefined;
  if (unsupported !== undefined || holdsSettings(type)) return false;
  return type.kind !== 'number' && (type.kind !== 'text' || (type.format ?? type.choices) === undefined);
}

/** One walk. The path is one list that grows and shrinks, because most of a realm has no findings. */
export class SettingsWalk {
  readonly #findings: Findings;
  readonly #path: PathStep[] = [];

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  /** The members of one object, which is at `path`. */
  object(record: JsonRecord, rows: Rows, path: readonly PathStep[] = []): void {
    this.#path.push(...path);
    this.#members(record, rows);
    this.#path.length -= path.length;
  }

  #members(record: JsonRecord, rows: Rows): void {
    const skipped = idleNames(rows);
    for (const name of Object.keys(record)) {
      const value = record[name];
      if (value === undefined || value === null || skipped.has(name)) continue;
      this.#path.push(name);
      this.#member(value, (Object.hasOwn(rows, name) ? rows[name] : undefined) ?? UNKNOWN_ROW, record);
      this.#path.pop();
    }
  }

  #member(value: unknown, row: Row, owner: JsonRecord): void {
    const { effect, type, unsupported } = row;
    if (unsupported !== undefined) this.#unsupported(unsupported(value, owner));
    if (typeof effect !== 'string') this.#kept(value, row, owner);
    else if (type.kind === 'text' || type.kind === 'number' || type.kind === 'flag') {
      const problem = value === '' ? undefined : findScalarProblem(value, type, SERVER_FORMATS);
      if (problem !== undefined) this.#invalid(problem);
    } else if (holdsSettings(type)) this.#inside(value, type);
  }

  #inside(value: unknown, type: ValueType): void {
    if (type.kind === 'object' && isRecord(value)) this.#members(value, rowsOf(type));
    else if (type.kind === 'list' && Array.isArray(value))
      for (const [index, item] of value.entries()) this.#item(nameOf(item) ?? String(index), item, type.of);
    else if (type.kind === 'map' && isRecord(value)) this.#map(value, type);
  }

  #item(item: string, value: unknown, type: ValueType): void {
    this.#path.push({ item });
    this.#inside(value, type);
    this.#path.pop();
  }

  #map(record: JsonRecord, { of, settingOf }: MapType): void {
    for (const [key, value] of Object.entries(record)) {
      if (settingOf === undefined) this.#item(key, value, of);
      else if (value !== '' && value !== null) this.#setting(key, String(value), settingOf(key), record);
    }
  }

  /** A setting stored as a text. */
  #setting(key: string, text: string, row: TextSetting | undefined, owner: JsonRecord): void {
    if (row === undefined) return;
    this.#path.push(key);
    this.#member(text, { ...row, type: anything }, owner);
    const problem =
      typeof row.effect === 'string' && !isEmptyMap(text, row.type)
        ? findTextSettingProblem(text, row.type, SERVER_FORMATS)
        : undefined;
    if (problem !== undefined) this.#invalid(problem);
    this.#path.pop();
  }

  #kept(value: unknown, { effect, secret }: Row, owner: JsonRecord): void {
    if (typeof effect === 'string' || effect.kind !== 'kept') return;
    const asked = findAsked(value, effect, owner);
    if (asked === undefined) return;
    const shown = secret === true ? undefined : describeValue(asked);
    this.#findings.add({ path: [...this.#path], value: shown, message: effect.instead });
  }

  #unsupported(found: readonly UnsupportedValue[]): void {
    for (const { value, effect, at = [], isFree } of found)
      this.#findings.add({
        path: [...this.#path, ...at],
        value: describeValue(value),
        message: effect.instead,
        apart: isFree !== true,
      });
  }

  #invalid(problem: string): void {
    this.#findings.add({ path: [...this.#path], value: undefined, message: describeInvalid(problem) });
  }
}

function rowsOf({ rows }: ObjectType): Rows {
  // The rows of every object type are rows of settings.
  return rows() as Rows;
}
