// Where state is kept, from the options: files, memory, or a PostgreSQL database and how it is reached.
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import type { StateStoreWire } from '#protocol/contract/admin-api.ts';
import type { OptionKey } from '#protocol/contract/options.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import type { PostgresSettings, PostgresTls } from '#protocol/store/postgres/postgres-settings.ts';
import { type DatabaseAddress, parseDatabaseUrl, parseProperties } from './config/database-url.ts';
import type { ResolvedOptions } from './config/resolve-options.ts';

export type Database =
  | { readonly kind: 'files'; readonly dataDir: string }
  | { readonly kind: 'memory' }
  | { readonly kind: 'postgres'; readonly settings: PostgresSettings };

type Given = Pick<ResolvedOptions, 'values' | 'sources'>;

/**
 * @throws {OptionError} for an address or property that cannot be used, and for an unreadable certificate; exit
 * code 2.
 */
export function readDatabase(options: Given): Database {
  const { values } = options;
  if (values.db === 'dev-mem') return { kind: 'memory' };
  if (values.db !== 'postgres') return { kind: 'files', dataDir: values['data-dir'] };
  return { kind: 'postgres', settings: readSettings(options) };
}

/** Where state is kept, for people: `in the data directory /data`. Never names a password. */
export function describeDatabase(database: Database): string {
  if (database.kind === 'files') return `in the data directory ${database.dataDir}`;
  if (database.kind === 'memory') return 'in memory, and lost when the server ends';
  const { settings } = database;
  return `in the PostgreSQL database ${settings.database} at ${addressOf(settings)}`;
}

/** For the console's status line. Never names a password. */
export function describeStore(database: Database): StateStoreWire {
  if (database.kind === 'files') return { kind: 'files', place: database.dataDir };
  if (database.kind === 'memory') return { kind: 'memory', place: '' };
  const { settings } = database;
  return { kind: 'postgres', place: `${addressOf(settings)}/${settings.database}` };
}

/** `postgres:5432`. */
function addressOf({ host, port }: PostgresSettings): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function readSettings(options: Given): PostgresSettings {
  const { values } = options;
  const url = readUrl(options);
  const properties = new Map([
    ...(url?.properties ?? []),
    ...(parseProperties(values['db-url-properties'] ?? '') ?? []),
  ]);
  const user = values['db-username'] ?? url?.user ?? properties.get('user') ?? userInfo().username;
  return {
    ...readPlace(options, url, user),
    user,
    password: values['db-password'] ?? url?.password ?? properties.get('password'),
    schema: chooseSchema(options, properties),
    poolMaxSize: values['db-pool-max-size'],
    applicationName: properties.get('applicationname') ?? 'Understudy',
    tls: readTls(options, properties),
  };
}

function readPlace(
  { values }: Given,
  url: DatabaseAddress | undefined,
  user: string,
): Pick<PostgresSettings, 'host' | 'port' | 'database'> {
  if (url === undefined)
    return {
      host: values['db-url-host'],
      port: values['db-url-port'],
      database: values['db-url-database'],
    };
  const [{ host, port } = { host: 'localhost', port: undefined }] = url.hosts;
  // Compat: as in JDBC, a URL without a database means that of the user's name.
  return { host, port: port ?? DEFAULT_PORT, database: url.database ?? user };
}

const DEFAULT_PORT = 5432;

/** @throws {OptionError} for another database, and for a cluster. */
function readUrl(options: Given): DatabaseAddress | undefined {
  const text = options.values['db-url'];
  if (text === undefined) return undefined;
  const address = parseDatabaseUrl(text);
  if (address === undefined)
    throw refuse(
      options,
      'db-url',
      'is not the address of a PostgreSQL database, which db=postgres needs',
      'Give an address such as jdbc:postgresql://postgres:5432/keycloak.',
    );
  if (address.hosts.length > 1)
    throw refuse(
      options,
      'db-url',
      `names ${address.hosts.length} hosts; one is supported`,
      'Give the host that accepts writes, or a proxy in front of them.',
    );
  return address;
}

function chooseSchema({ values, sources }: Given, properties: ReadonlyMap<string, string>): string {
  const isSet = sources['db-schema'].origin !== 'default';
  return isSet ? values['db-schema'] : (properties.get('currentschema') ?? values['db-schema']);
}

const TLS_MODES: readonly PostgresTls['mode'][] = [
  'disable',
  'prefer',
  'require',
  'verify-ca',
  'verify-full',
];

/** @throws {OptionError} */
function readTls(options: Given, properties: ReadonlyMap<string, string>): PostgresTls {
  // Compat: `ssl=true` alone means verify-full, as in JDBC; `allow` begins without TLS.
  const implied = properties.get('ssl') === 'true' ? 'verify-full' : 'prefer';
  const given = properties.get('sslmode')?.toLowerCase() ?? implied;
  const isBlind = properties.get('sslfactory')?.endsWith('NonValidatingFactory') === true;
  const mode = TLS_MODES.find((each) => each === (given === 'allow' ? 'prefer' : given));
  if (mode === undefined)
    throw refuse(
      options,
      'db-url-properties',
      `sslmode=${given} cannot be used`,
      `Give ${TLS_MODES.join(', ')}.`,
    );
  const read = (name: string): string | undefined => readPem(options, name, properties.get(name));
  return {
    mode: isBlind && mode.startsWith('verify') ? 'require' : mode,
    authorities: read('sslrootcert'),
    certificate: read('sslcert'),
    key: read('sslkey'),
  };
}

/** Paths are relative to the working directory, as in PostgreSQL's own programs. */
function readPem(options: Given, name: string, path: string | undefined): string | undefined {
  if (path === undefined || path === 'system') return undefined;
  try {
    return readFileSync(isAbsolute(path) ? path : resolve(path), 'utf8');
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
    throw refuse(
      options,
      'db-url-properties',
      `${name}=${path} cannot be read (${code})`,
      'Give the path of a readable PEM file.',
      cause,
    );
  }
}

function refuse(
  { sources }: Given,
  option: OptionKey,
  problem: string,
  remedy: string,
  cause?: unknown,
): OptionError {
  const isInUrl = option === 'db-url-properties' && sources[option].origin === 'default';
  const named = isInUrl ? 'db-url' : option;
  return new OptionError(named, problem, remedy, { source: sources[named], cause });
}
