// Describes the settings for the admin API: current value, origin, and the value after a restart.
import { isAbsolute, relative } from 'node:path';
import { OPTION_ROWS, type OptionKey, type OptionRow } from '#protocol/contract/options.ts';
import type { SettingsWire, SettingWire } from '#protocol/contract/settings.ts';
import { OptionError, type OptionSource } from '#protocol/errors/option-error.ts';
import { parseConfFile } from './conf-file.ts';
import type { ConfOnDisk } from './conf-on-disk.ts';
import { type OptionSources, type ResolvedOptions, resolveOptions } from './resolve-options.ts';
import { SHOWN_SECRET, whyFixed } from './setting-changes.ts';

interface Described {
  readonly running: ResolvedOptions;
  /** Options of the next start; undefined when it would fail. */
  readonly next: ResolvedOptions | undefined;
  readonly inFile: ReadonlySet<string>;
  /** Paths below this folder are shown relative to it. */
  readonly home: string;
  /** The configuration file, relative to that folder. */
  readonly file: string;
}

/** Every option, and the warnings about the file. */
export function describeSettings(
  running: ResolvedOptions,
  conf: ConfOnDisk,
  sources: OptionSources,
): SettingsWire {
  const text = conf.bytes.toString();
  const { next, warnings } = nextOptions(text, sources);
  const inFile = new Set(parseConfFile(text, conf.path).entries.keys());
  const file = fromHome(conf.path, sources.home);
  const described: Described = { running, next, inFile, home: sources.home, file };
  return {
    file: conf.path,
    etag: conf.etag,
    settings: OPTION_ROWS.map((row) => describe(row, described)),
    warnings: conf.fault === undefined ? warnings : [`${conf.fault.problem}. ${conf.fault.remedy}`],
  };
}

function nextOptions(
  text: string,
  sources: OptionSources,
): { readonly next: ResolvedOptions | undefined; readonly warnings: readonly string[] } {
  try {
    const next = resolveOptions(sources, text);
    return { next, warnings: next.warnings };
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    return { next: undefined, warnings: [`With this file the server will not start: ${error.toLine()}`] };
  }
}

function describe(row: OptionRow, described: Described): SettingWire {
  const { key } = row;
  const { running, next } = described;
  const pending = next !== undefined && isPending(key, running, next) ? next : undefined;
  // The line of an unchanged value may have moved or be new.
  const source = (pending === undefined ? next : undefined)?.sources[key] ?? running.sources[key];
  const fixed = whyFixed(row, running.sources[key], described.file);
  const place = placeOf(source, described.home);
  return {
    key,
    section: row.section,
    type: row.type,
    choices: row.choices ?? [],
    ...(row.range === undefined ? {} : { range: row.range }),
    ...(row.unit === undefined ? {} : { unit: row.unit }),
    defaultValue: row.defaultText ?? '',
    value: shownText(row, running),
    ...absolutePath(row, running),
    origin: source.origin,
    ...(place === undefined ? {} : { place }),
    help: row.help,
    example: row.example,
    acts: row.acts ?? 'at restart',
    secret: row.secret === true,
    editable: fixed === undefined,
    ...(fixed === undefined ? {} : { notEditableBecause: `${fixed.because} ${fixed.remedy}` }),
    inFile: described.inFile.has(key),
    ...(pending === undefined ? {} : { pending: shownText(row, pending) }),
  };
}

/** The log file's default follows the data directory: its value may change without anybody setting it. */
function isPending(key: OptionKey, running: ResolvedOptions, next: ResolvedOptions): boolean {
  return next.values[key] !== running.values[key] && next.texts[key] !== running.texts[key];
}

function shownText({ key, secret }: OptionRow, { texts, values }: ResolvedOptions): string {
  if (!secret) return texts[key];
  return values[key] === undefined ? '' : SHOWN_SECRET;
}

function absolutePath(
  { key, type }: OptionRow,
  { texts, values }: ResolvedOptions,
): { readonly absolutePath?: string } {
  const value = values[key];
  if ((type !== 'file' && type !== 'folder') || value === undefined || value === texts[key]) return {};
  return { absolutePath: String(value) };
}

/** A place in a file, relative to the installation if it is inside: `conf/understudy.conf:12`. */
function placeOf({ origin, place }: OptionSource, home: string): string | undefined {
  return origin !== 'file' || place === undefined ? place : fromHome(place, home);
}

function fromHome(place: string, home: string): string {
  const path = relative(home, place);
  return path.startsWith('..') || isAbsolute(path) ? place : path;
}
