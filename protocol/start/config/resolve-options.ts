// Merges command line, environment, configuration file and defaults, and records where each value came from.
import { readFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import {
  environmentName,
  OPTION_ROWS,
  type OptionKey,
  type OptionRow,
  type OptionValues,
} from '#protocol/contract/options.ts';
import { OptionError, type OptionSource } from '#protocol/errors/option-error.ts';
import { type ConfFile, parseConfFile } from './conf-file.ts';
import { readOptionValue } from './option-values.ts';

export interface OptionSources {
  readonly commandLine: ReadonlyMap<string, string>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Base folder of default paths: the installation, or the user data folder of a packaged app. */
  readonly home: string;
  /** Base folder of given paths. */
  readonly workingDirectory: string;
}

/** All options with their values and origins. */
export interface ResolvedOptions {
  /** Paths are absolute. */
  readonly values: OptionValues;
  /** Each value as written; empty when the option is unset. */
  readonly texts: Readonly<Record<OptionKey, string>>;
  readonly sources: Readonly<Record<OptionKey, OptionSource>>;
  /** One sentence for each ignored line of the configuration file. */
  readonly warnings: readonly string[];
}

interface Found {
  readonly text: string;
  readonly source: OptionSource;
}

/**
 * Resolves every option. Precedence: command line, environment (Understudy's names before Keycloak's),
 * configuration file, default. `confText` replaces the content of the configuration file.
 * @throws {OptionError} for an invalid value, or an unreadable configuration file that was named explicitly.
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
  for (const row of OPTION_ROWS) {
    const found = row === confRow ? confFound : findText(row, from, { file: conf, path: confPath });
    sources[row.key] = found.source;
    texts[row.key] = found.text;
    values[row.key] = readFound(row, found, from);
  }
  const resolved = { values, texts, sources, warnings: conf.warnings } as unknown as ResolvedOptions;
  return { ...resolved, values: withDataFolders(resolved) };
}

function rowOf(key: OptionKey): OptionRow {
  const row = OPTION_ROWS.find((candidate) => candidate.key === key);
  if (row === undefined) throw new TypeError(`no option ${key}`);
  return row;
}

function readFound(row: OptionRow, found: Found, from: OptionSources): string | number | boolean | undefined {
  if (found.source.origin === 'default' && row.defaultText === undefined) return undefined;
  // A flag for Keycloak, a path for us.
  if (row.key === 'import-realm' && found.text === 'false') return undefined;
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

/** In order of precedence: Understudy's names before Keycloak's, the key before its aliases. */
function environmentNames({ key, aliases = [] }: OptionRow): readonly string[] {
  return (['UNDERSTUDY', 'KC'] as const).flatMap((prefix) =>
    [key, ...aliases].map((name) => environmentName(name, prefix)),
  );
}

/** Default paths start from `home`, given ones from the working directory. */
function toPath(text: string, source: OptionSource, from: OptionSources): string {
  if (isAbsolute(text)) return text;
  return resolve(source.origin === 'default' ? from.home : from.workingDirectory, text);
}

function loadConfFile(path: string, source: OptionSource): ConfFile {
  try {
    return parseConfFile(readFileSync(path, 'utf8'), path);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    // The default file is optional; any other problem with it is reported.
    if (source.origin === 'default' && code === 'ENOENT') return { entries: new Map(), warnings: [] };
    throw new OptionError(
      'config-file',
      `${path} cannot be read (${code})`,
      'Give the path of a readable file.',
      { exitCode: 1, source, cause },
    );
  }
}

/** Compat: like Keycloak, appends this name to a log-file that ends with a path separator. */
const LOG_FILE_NAME = 'understudy.log';

/** The values with the paths that depend on the data directory: the log file's default, the folder to import. */
export function withDataFolders({
  values,
  texts,
  sources,
}: Pick<ResolvedOptions, 'values' | 'texts' | 'sources'>): OptionValues {
  const dataDir = values['data-dir'];
  return {
    ...values,
    ...(sources['log-file'].origin === 'default' ? { 'log-file': join(dataDir, 'log', LOG_FILE_NAME) } : {}),
    ...(isDefaultImport(texts) ? { 'import-realm': join(dataDir, 'import') } : {}),
  };
}

/** Whether `import-realm` names no path, so that the folder in the data directory is meant. */
export function isDefaultImport(texts: ResolvedOptions['texts']): boolean {
  return texts['import-realm'] === 'true';
}
