// Brings together command line, environment, configuration file and defaults, and remembers where each value came from.
import { readFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import {
  environmentName,
  OPTIONS,
  type OptionKey,
  type OptionRow,
  type OptionValues,
} from '#protocol/contract/options.ts';
import { OptionError, type OptionSource } from '#protocol/errors/option-error.ts';
import { type ConfFile, parseConfFile } from './conf-file.ts';
import { readOptionValue } from './option-values.ts';

/** Where values can come from. */
export interface OptionSources {
  readonly commandLine: ReadonlyMap<string, string>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folder that default paths start from: the installation, or the user's data folder of a packaged app. */
  readonly home: string;
  /** Folder that given paths start from. */
  readonly workingDirectory: string;
}

/** All options with value and origin. */
export interface ResolvedOptions {
  /** Paths are absolute. */
  readonly values: OptionValues;
  /** Each value as it was written; empty where the option is unset. */
  readonly texts: Readonly<Record<OptionKey, string>>;
  readonly sources: Readonly<Record<OptionKey, OptionSource>>;
  /** Sentences about lines of the configuration file that were passed over. */
  readonly warnings: readonly string[];
}

interface Found {
  readonly text: string;
  readonly source: OptionSource;
}

/**
 * The value of every option: command line before environment (ours before Keycloak's) before configuration file before default.
 * `confText` stands for what the configuration file says; default: its content.
 * @throws {OptionError} for a value that cannot be read, or a configuration file that was named and cannot be read.
 */
export function resolveOptions(from: OptionSources, confText?: string): ResolvedOptions {
  const confRow = rowOf('config-file');
  const confFound = findText(confRow, from, undefined);
  const confPath = toPath(confFound.text.trim(), confFound.source, from);
  const conf =
    confText === undefined ? loadConfFile(confPath, confFound.source) : parseConfFile(confText, confPath);
  const values: Record<string, string | number | boolean | undefined> = {};
  const sources: Record<string, OptionSource> = {};
  const texts: Record<string, string> = {};
  for (const row of OPTIONS as readonly OptionRow[]) {
    const found = row === confRow ? confFound : findText(row, from, { file: conf, path: confPath });
    sources[row.key] = found.source;
    texts[row.key] = found.text;
    values[row.key] = readFound(row, found, from);
  }
  const resolved = { values, texts, sources, warnings: conf.warnings } as unknown as ResolvedOptions;
  return { ...resolved, values: withLogFile(resolved) };
}

function rowOf(key: OptionKey): OptionRow {
  const row = (OPTIONS as readonly OptionRow[]).find((candidate) => candidate.key === key);
  if (row === undefined) throw new TypeError(`no option ${key}`);
  return row;
}

function readFound(row: OptionRow, found: Found, from: OptionSources): string | number | boolean | undefined {
  if (found.source.origin === 'default' && row.defaultText === undefined) return undefined;
  const value = readOptionValue(row, found.text, found.source);
  const isPath = row.type === 'folder' || row.type === 'file';
  if (!isPath) return value;
  const path = toPath(String(value), found.source, from);
  return row.key === 'log-file' && /[\\/]$/.test(String(value)) ? join(path, LOG_FILE_NAME) : path;
}

function findText(
  row: OptionRow,
  from: OptionSources,
  conf: { file: ConfFile; path: string } | undefined,
): Found {
  const given = from.commandLine.get(row.key);
  if (given !== undefined) return { text: given, source: { origin: 'command line', place: `--${row.key}` } };
  for (const name of environmentNames(row)) {
    const text = from.environment[name];
    if (text !== undefined && text !== '') return { text, source: { origin: 'environment', place: name } };
  }
  const entry = conf?.file.entries.get(row.key);
  if (conf !== undefined && entry !== undefined) {
    return { text: entry.text, source: { origin: 'file', place: `${conf.path}:${entry.line}` } };
  }
  return { text: row.defaultText ?? '', source: { origin: 'default' } };
}

/** In the order in which they are asked: ours before Keycloak's, the key before its other names. */
function environmentNames({ key, aliases = [] }: OptionRow): readonly string[] {
  return (['UNDERSTUDY', 'KC'] as const).flatMap((prefix) =>
    [key, ...aliases].map((name) => environmentName(name, prefix)),
  );
}

/** Default paths start from the installation, given ones from the working directory. `data/import` as bare value is a default too. */
function toPath(text: string, source: OptionSource, from: OptionSources): string {
  if (isAbsolute(text)) return text;
  return resolve(source.origin === 'default' ? from.home : from.workingDirectory, text);
}

function loadConfFile(path: string, source: OptionSource): ConfFile {
  try {
    return parseConfFile(readFileSync(path, 'utf8'), path);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    // Nobody asked for the default file, so its absence is nothing to report; any other fault is.
    if (source.origin === 'default' && code === 'ENOENT') return { entries: new Map(), warnings: [] };
    throw new OptionError(
      'config-file',
      `${path} cannot be read (${code})`,
      'Give the path of a readable file.',
      {
        exitCode: 1,
        source,
        cause,
      },
    );
  }
}

/** Compat: a log-file that is a folder, written with a separator at its end, gets this name appended, as Keycloak does. */
const LOG_FILE_NAME = 'understudy.log';

/** The values with a log file in their data directory, unless one is given. */
export function withLogFile({ values, sources }: Pick<ResolvedOptions, 'values' | 'sources'>): OptionValues {
  const isDefault = sources['log-file'].origin === 'default';
  return isDefault ? { ...values, 'log-file': join(values['data-dir'], 'log', LOG_FILE_NAME) } : values;
}
