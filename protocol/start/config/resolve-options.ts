// Merges command line, environment, configuration file and defaults, and records where each value came from.
import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import {
  environmentName,
  OPTION_ROWS,
  type OptionKey,
  type OptionRow,
  type OptionValues,
} from '#protocol/contract/options.ts';
import { OptionError, type OptionSource } from '#protocol/errors/option-error.ts';
import { type ConfEntry, type ConfFile, EMPTY_CONF_FILE, parseConfFile } from './conf-file.ts';
import { fillPlaceholders } from './conf-placeholders.ts';
import { describeMisspeltProperties } from './database-properties.ts';
import { isPostgresUrl } from './database-url.ts';
import { findUnusedVariables, type UnusedNames } from './keycloak-variables.ts';
import { findUnusedDatabase, listUnusedHandlers, readOptionValue } from './option-values.ts';
import {
  describeIgnoredVariables,
  type Found,
  findTranslatedVariables,
  isLegacyEnvironment,
  type StartedAs,
  type Translation,
  translateNames,
} from './translated-names.ts';

export interface OptionSources {
  /** Texts by option key; also of Keycloak's options that are translated. */
  readonly commandLine: ReadonlyMap<string, string>;
  /** Keycloak's options without effect that the command line contains. */
  readonly commandLineUnused?: readonly string[];
  /** Whether the command line names a command. Default: no. */
  readonly hasCommand?: boolean;
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
  /** Each value as written, with the values of placeholders; empty when the option is unset. */
  readonly texts: Readonly<Record<OptionKey, string>>;
  readonly sources: Readonly<Record<OptionKey, OptionSource>>;
  /** One sentence for each ignored line of the configuration file, misspelt variable and deprecated name. */
  readonly warnings: readonly string[];
  /** One sentence each about what is set and needs no change. */
  readonly notices: readonly string[];
  /** Keycloak's options, variables and log handlers that are set and have no effect. */
  readonly withoutEffect: UnusedNames;
  /** Whether the environment has names of Keycloak's images before 17, which served everything below `/auth`. */
  readonly isLegacy: boolean;
  /** Whether the server runs in a container image: it listens on every address there. */
  readonly isContainer: boolean;
}

/** What options are looked up in. */
interface Sources {
  readonly from: OptionSources;
  readonly conf: { readonly file: ConfFile; readonly path: string } | undefined;
  /** What the command `build` saved. */
  readonly built: { readonly file: ConfFile; readonly path: string } | undefined;
  readonly translation: Translation | undefined;
}

/**
 * Resolves every option. Precedence: command line, environment (Understudy's names before Keycloak's),
 * configuration file, translated names, what `build` saved, default. `confText` replaces the content of the
 * configuration file.
 * @throws {OptionError} for an invalid value, a placeholder without a value, or an unreadable configuration file that was named explicitly.
 */
export function resolveOptions(from: OptionSources, confText?: string): ResolvedOptions {
  const confRow = rowOf('config-file');
  const confFound = findText(confRow, { from, conf: undefined, built: undefined, translation: undefined });
  const confPath = toPath(confFound.text.trim(), confFound.source, from);
  const conf =
    confText === undefined ? loadConfFile(confPath, confFound.source) : parseConfFile(confText, confPath);
  const { all, translation } = collectSources(from, conf, confPath);
  const values: Record<string, string | number | boolean | undefined> = {};
  const sources: Record<string, OptionSource> = {};
  const texts: Record<string, string> = {};
  for (const row of OPTION_ROWS) {
    const found = row === confRow ? confFound : findText(row, all);
    sources[row.key] = found.source;
    texts[row.key] = found.text;
    values[row.key] = readFound(row, found, from);
  }
  const { unused, warnings, notices } = findUnusedVariables(from.environment);
  const resolved = {
    values,
    texts,
    sources,
    warnings: [
      ...conf.warnings,
      ...warnings,
      ...describeIgnoredVariables(
        from.environment,
        startedAs(from),
        (key) => sources[key]?.origin !== 'default',
      ),
      ...translation.notes,
    ],
    notices: [...notices, ...translation.notices],
    withoutEffect: [
      ...(from.commandLineUnused ?? []),
      ...conf.unused,
      ...unused,
      ...findUnusedHandlers(findText(rowOf('log'), all)),
    ],
    isLegacy: isLegacyEnvironment(from.environment),
    isContainer: isContainer(from),
  } as unknown as ResolvedOptions;
  return withDatabase({ ...resolved, values: withDependentPaths(resolved) });
}

/**
 * An address of PostgreSQL says which database is meant: an image that was built with `db=postgres` is configured by
 * the address alone. Where no database is used, its options have no effect.
 */
function withDatabase(resolved: ResolvedOptions): ResolvedOptions {
  const { values, texts, sources, withoutEffect } = resolved;
  const isMeant = sources.db.origin === 'default' && isPostgresUrl(texts['db-url']);
  const db = isMeant ? 'postgres' : values.db;
  if (db === 'postgres') {
    const misspelt = PROPERTY_OPTIONS.flatMap((key) =>
      describeMisspeltProperties(nameOf(key, sources[key]), texts[key]),
    );
    return { ...resolved, values: { ...values, db }, warnings: [...resolved.warnings, ...misspelt] };
  }
  const other = findUnusedDatabase(texts.db);
  const unused = DATABASE_OPTIONS.filter((key) => sources[key].origin !== 'default').map((key) =>
    nameOf(key, sources[key]),
  );
  const named = other === undefined ? [] : [`${nameOf('db', sources.db)}=${other}`];
  return { ...resolved, withoutEffect: [...withoutEffect, ...named, ...unused] };
}

/** What configures the database that option `db` names. */
const DATABASE_OPTIONS: readonly OptionKey[] = OPTION_ROWS.map(({ key }) => key).filter((key) =>
  key.startsWith('db-'),
);

/** Those that contain properties of the connection. */
const PROPERTY_OPTIONS = ['db-url', 'db-url-properties'] as const satisfies readonly OptionKey[];

/** What sets an option, as people look for it: `KC_DB_URL`, or the key. */
function nameOf(key: OptionKey, { origin, place = key }: OptionSource): string {
  return origin === 'environment' ? place : key;
}

/** Each log handler without effect, with the name that sets it: `log=syslog`, `KC_LOG=syslog`. */
function findUnusedHandlers({ text, source }: Found): UnusedNames {
  return listUnusedHandlers(text).map((handler) => `${nameOf('log', source)}=${handler}`);
}

function collectSources(from: OptionSources, file: ConfFile, path: string) {
  const conf = { file, path };
  const builtPath = join(dirname(path), BUILT_FILE_NAME);
  const built = { file: loadConfFile(builtPath, { origin: 'default' }), path: builtPath };
  const own: Sources = { from, conf, built: undefined, translation: undefined };
  const given = new Map<string, Found>([
    ...findTranslatedVariables(from.environment, startedAs(from)),
    ...[...file.translated].map(([key, entry]) => [key, foundInFile(key, entry, path, from)] as const),
    ...[...from.commandLine].map(
      ([key, text]) => [key, { text, source: { origin: 'command line', place: `--${key}` } }] as const,
    ),
  ]);
  const translation = translateNames(given, (key) => {
    const found = findText(rowOf(key), own);
    return found.source.origin === 'default' ? undefined : found;
  });
  return { all: { from, conf, built, translation }, translation };
}

/** Next to the configuration file: what the command `build` saved. */
export const BUILT_FILE_NAME = 'built.conf';

function foundInFile(key: string, { text, line }: ConfEntry, path: string, from: OptionSources): Found {
  const source: OptionSource = { origin: 'file', place: `${path}:${line}` };
  return { text: fillPlaceholders(text, key, source, from), source };
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
  if (row.type === 'files') {
    const paths = String(value).split(',');
    return paths.map((path) => toPath(path.trim(), found.source, from)).join(',');
  }
  const isPath = row.type === 'folder' || row.type === 'file';
  if (!isPath) return value;
  const path = toPath(String(value), found.source, from);
  return row.key === 'log-file' && /[\\/]$/.test(String(value)) ? join(path, LOG_FILE_NAME) : path;
}

function findText(row: OptionRow, { from, conf, built, translation }: Sources): Found {
  return (
    translation?.replaced.get(row.key) ??
    findOnCommandLine(row, from) ??
    findInEnvironment(row, from) ??
    findInFile(row, conf, from) ??
    translation?.texts.get(row.key) ??
    findInFile(row, built, from) ?? { text: defaultText(row, from), source: { origin: 'default' } }
  );
}

function findOnCommandLine({ key }: OptionRow, { commandLine }: OptionSources): Found | undefined {
  const text = commandLine.get(key);
  return text === undefined ? undefined : { text, source: { origin: 'command line', place: `--${key}` } };
}

function findInEnvironment(row: OptionRow, { environment }: OptionSources): Found | undefined {
  for (const name of environmentNames(row)) {
    const text = environment[name];
    if (text !== undefined && text !== '') return { text, source: { origin: 'environment', place: name } };
  }
  return undefined;
}

function findInFile({ key }: OptionRow, conf: Sources['conf'], from: OptionSources): Found | undefined {
  const entry = conf?.file.entries.get(key);
  return conf && entry && foundInFile(key, entry, conf.path, from);
}

/** Compat: Keycloak's image sets this variable, and derived images inherit it. */
function isContainer({ environment }: OptionSources): boolean {
  return environment['KC_RUN_IN_CONTAINER'] === 'true';
}

function startedAs(from: OptionSources): StartedAs {
  return { hasCommand: from.hasCommand ?? false, isContainer: isContainer(from) };
}

function defaultText(row: OptionRow, from: OptionSources): string {
  return (isContainer(from) ? row.containerText : undefined) ?? row.defaultText ?? '';
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
    if (source.origin === 'default' && code === 'ENOENT') return EMPTY_CONF_FILE;
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

/**
 * The values with the paths that depend on others: the log file's default and the folder to import are in the data
 * directory, the default folder of themes is beside that of the configuration file.
 */
export function withDependentPaths({
  values,
  texts,
  sources,
}: Pick<ResolvedOptions, 'values' | 'texts' | 'sources'>): OptionValues {
  const dataDir = values['data-dir'];
  return {
    ...values,
    ...(sources['log-file'].origin === 'default' ? { 'log-file': join(dataDir, 'log', LOG_FILE_NAME) } : {}),
    ...(isDefaultImport(texts) ? { 'import-realm': join(dataDir, 'import') } : {}),
    ...(sources['spi-theme-folder-dir'].origin === 'default'
      ? { 'spi-theme-folder-dir': join(dirname(values['config-file']), '..', 'themes') }
      : {}),
  };
}

/** Whether `import-realm` names no path, so that the folder in the data directory is meant. */
export function isDefaultImport(texts: ResolvedOptions['texts']): boolean {
  return texts['import-realm'] === 'true';
}
