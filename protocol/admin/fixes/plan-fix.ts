// Works out what a fix changes now, or why it no longer fits.
import { createHash } from 'node:crypto';
import { FIXES, type FixInput, type FixRow, type SettingFixRow } from '#protocol/contract/fix-table.ts';
import type { FixChangeWire, FixRequestWire, FixWire } from '#protocol/contract/fixes.ts';
import { CLIENT_ATTRIBUTES } from '#protocol/contract/settings/client.ts';
import { REALM_ATTRIBUTES, REALM_SETTINGS } from '#protocol/contract/settings/realm.ts';
import type { Store, StoredRealm } from '#protocol/store/store.ts';
import { badRequest, conflict } from '../admin-error.ts';
import {
  compareSettings,
  type FixTarget,
  joinTexts,
  listTexts,
  loadSubject,
  readSetting,
  type SettingChange,
  type Settings,
  type Subject,
  subjectOf,
} from './fix-subject.ts';
import { createSettings } from './new-settings.ts';

/** What applying a fix now would do. */
export interface FixPlan {
  readonly fix: FixWire;
  readonly row: FixRow;
  readonly subject: Subject;
  /** The stored subject; undefined: it is created. */
  readonly before: Settings | undefined;
  readonly changes: readonly SettingChange[];
  /** The lifespan that applies while the setting is not set. */
  readonly defaultSeconds: number | undefined;
  readonly input: FixInput | undefined;
  /** The lifespan that is used if none is sent. */
  readonly seconds: number | undefined;
  /** The new lifespan, or the suggested one; a text entered by the administrator, if there is one. */
  readonly entered: string | number | undefined;
}

/** Replaces passwords and secrets. */
const MASK = '••••';
const SECRET_SETTINGS: ReadonlySet<string> = new Set(['secret', 'credentials']);

const TARGET_NAMES: Readonly<Record<FixTarget, string>> = { realm: 'Realm', client: 'Client', user: 'User' };

function goneError({ target, name }: Subject): Error {
  return conflict(`${TARGET_NAMES[target]} ${name} no longer exists, so there is nothing to change`);
}

function describeOwner(setting: string, { target, name }: Subject): string {
  return `${setting} of ${target} ${name}`;
}

function settledError(setting: string, subject: Subject, state: string): Error {
  return conflict(`${describeOwner(setting, subject)} ${state} by now: send the request again`);
}

function defaultSeconds(setting: string, target: FixTarget): number {
  const attribute = setting.startsWith('attributes.') ? setting.slice('attributes.'.length) : undefined;
  const rows: Readonly<Record<string, { readonly default?: unknown }>> =
    attribute === undefined ? REALM_SETTINGS : target === 'realm' ? REALM_ATTRIBUTES : CLIENT_ATTRIBUTES;
  return Number(rows[attribute ?? setting]?.default ?? 0);
}

/** Twice the current lifespan, or somewhat more than the request needed, in whole minutes. */
function suggestSeconds(current: number, needed = 0): number {
  return Math.ceil(Math.max(2 * current, 1.25 * needed) / 60) * 60;
}

/** What the new value of a setting depends on. */
interface NextValue {
  readonly fix: FixWire;
  readonly row: SettingFixRow;
  readonly subject: Subject;
  readonly current: unknown;
  readonly entered: string | number | undefined;
}

function asStored({ setting }: SettingFixRow, value: unknown): unknown {
  return setting.startsWith('attributes.') ? String(value) : value;
}

/** The setting after the change. @throws {AdminError} 409 if the change is not needed any more. */
const NEXT_VALUES: Readonly<Record<SettingFixRow['change'], (change: NextValue) => unknown>> = {
  set({ row, subject, current }) {
    const { setting, to } = row;
    if (String(current ?? '') === String(to))
      throw settledError(setting, subject, to === '' ? 'is not set' : `is ${to}`);
    return asStored(row, to);
  },
  add({ fix: { value = '' }, row: { setting }, subject, current }) {
    const texts = listTexts(current);
    if (texts.includes(value)) throw settledError(setting, subject, `contains ${value}`);
    return joinTexts(setting, [...texts, value]);
  },
  remove({ fix: { value = '' }, row: { setting }, subject, current }) {
    const texts = listTexts(current);
    if (!texts.includes(value)) throw settledError(setting, subject, `does not contain ${value}`);
    const others = texts.filter((text) => text !== value);
    return joinTexts(setting, others);
  },
  raise: ({ row, entered }) => asStored(row, entered),
  enter: ({ entered }) => entered ?? MASK,
};

/** The lifespan to suggest. @throws {AdminError} 409 if the current one is long enough. */
function suggestLifespan(fix: FixWire, row: SettingFixRow, subject: Subject, current: unknown): number {
  const now = Number(current ?? defaultSeconds(row.setting, row.target)) || 0;
  if (fix.seconds !== undefined && now >= fix.seconds)
    throw settledError(row.setting, subject, `is ${now} seconds, which is long enough,`);
  return suggestSeconds(now, fix.seconds);
}

function planCreation(fix: FixWire, row: FixRow, subject: Subject, entered: string | undefined): FixPlan {
  const shown = row.input === undefined ? undefined : (entered ?? MASK);
  const after = { ...createSettings(fix, shown) };
  return {
    fix,
    row,
    subject,
    before: undefined,
    changes: compareSettings({}, after),
    defaultSeconds: undefined,
    input: row.input,
    seconds: undefined,
    entered,
  };
}

/**
 * What the fix changes in the realm as it is now.
 * @throws {AdminError} 409 if it no longer fits, 400 for a lifespan that is too short.
 */
export async function planFix(
  store: Pick<Store, 'users'>,
  realm: StoredRealm,
  fix: FixWire,
  request: FixRequestWire = {},
): Promise<FixPlan> {
  const row: FixRow = FIXES[fix.kind];
  const subject = subjectOf(realm, fix, row.target);
  const before = await loadSubject(store, realm, subject);
  const given = row.input === undefined ? undefined : request[row.input];
  if (row.change === 'create') {
    if (before !== undefined)
      throw conflict(`${TARGET_NAMES[row.target]} ${subject.name} exists by now: send the request again`);
    return planCreation(fix, row, subject, typeof given === 'string' ? given : undefined);
  }
  if (before === undefined) throw goneError(subject);
  return planChange(fix, row, subject, before, given);
}

function planChange(
  fix: FixWire,
  row: Exclude<FixRow, { readonly change: 'create' }>,
  subject: Subject,
  before: NonNullable<FixPlan['before']>,
  given: string | number | undefined,
): FixPlan {
  const { setting } = row;
  const current = readSetting(before, setting);
  const seconds = row.change === 'raise' ? suggestLifespan(fix, row, subject, current) : undefined;
  if (typeof given === 'number' && fix.seconds !== undefined && given < fix.seconds)
    throw badRequest(`seconds must be at least ${fix.seconds}: the refused request came that late`);
  const entered = given ?? seconds;
  const isDefault = row.change === 'raise' && current === undefined;
  const after = NEXT_VALUES[row.change]({ fix, row, subject, current, entered });
  return {
    fix,
    row,
    subject,
    before,
    changes: [{ setting, before: current, after }],
    defaultSeconds: isDefault ? defaultSeconds(setting, row.target) : undefined,
    input: row.input,
    seconds,
    entered,
  };
}

/** Identifies the values that the plan replaces, without revealing them. */
export function stateOf({ subject, before, changes }: FixPlan): string {
  const values = changes.map(({ setting }) => [setting, before && readSetting(before, setting)]);
  return createHash('sha256')
    .update(JSON.stringify([subject, values]))
    .digest('base64url')
    .slice(0, 16);
}

function show(setting: string, value: unknown): unknown {
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return SECRET_SETTINGS.has(setting) && !isEmpty ? MASK : value;
}

/** The changes with secrets masked. */
export function describeChanges(
  { target, name }: Subject,
  changes: readonly SettingChange[],
): FixChangeWire[] {
  return changes.map(({ setting, before, after }) => ({
    target,
    name,
    setting,
    ...(before === undefined ? {} : { before: show(setting, before) }),
    ...(after === undefined ? {} : { after: show(setting, after) }),
  }));
}

/** What the change allows, as a sentence about the subject. */
export function describeEffect({ row, subject, fix }: FixPlan): string {
  return row.effect.replace(/\{(name|value)\}/g, (_found, part: string) =>
    part === 'name' ? subject.name : (fix.value ?? ''),
  );
}
