// Parses option values by type, and suggests the nearest option for an unknown name.
import { FEATURES, readFeatureList } from '#protocol/contract/features.ts';
import { parseLevelList, readLevel } from '#protocol/contract/log-levels.ts';
import { parseDuration, parseMilliseconds } from '#protocol/contract/milliseconds.ts';
import { OPTION_ROWS, type OptionKey, type OptionRow, type OptionType } from '#protocol/contract/options.ts';
import { OptionError, type OptionSource } from '#protocol/errors/option-error.ts';
import { parseAddressList } from '#protocol/http/proxy-headers.ts';
import { parseGelfHost } from '#protocol/log/handlers/gelf-endpoint.ts';
import { checkPattern } from '#protocol/log/pattern/compile-pattern.ts';
import { checkDateFormat } from '#protocol/log/pattern/java-date-format.ts';
import { drawFault, PatternFault } from '#protocol/log/pattern/pattern-fault.ts';
import { isPostgresUrl, parseDatabaseUrl, parseProperties } from './database-url.ts';

const rows: ReadonlyMap<string, OptionRow> = new Map(
  OPTION_ROWS.flatMap((row) => [row.key, ...(row.aliases ?? [])].map((name) => [name, row] as const)),
);

/** The row of a key or alias. Compat: newer Keycloak puts two dashes between the parts of an `spi-` key. */
export function findOption(key: string): OptionRow | undefined {
  return rows.get(key.startsWith('spi-') ? key.replaceAll('--', '-') : key);
}

type Reader = (text: string, row: OptionRow) => string | number | boolean | undefined;

/** For an invalid text, `read` returns undefined or throws a PatternFault. */
interface OptionReader {
  readonly read: Reader;
  readonly expected: string | ((row: OptionRow) => string);
  /** Blanks at both ends are part of the value. */
  readonly keepsBlanks?: true;
}

const readers: Record<OptionType, OptionReader> = {
  integer: {
    read: readInteger,
    expected: ({ range }) => `Give a whole number from ${range?.minimum ?? 0} to ${range?.maximum ?? ''}.`,
  },
  choice: {
    read: (text, row) => (choicesOf(row).includes(text.toLowerCase()) ? text.toLowerCase() : undefined),
    expected: (row) => `Give ${choicesOf(row).join(' or ')}.`,
  },
  level: {
    read: (text) => readLevel(text)?.toLowerCase(),
    expected: 'Give OFF, FATAL, ERROR, WARN, INFO, DEBUG, TRACE or ALL.',
  },
  'handler-list': {
    read: readHandlerList,
    expected: (row) => `Give a comma-separated list of ${choicesOf(row).join(', ')}.`,
  },
  pattern: {
    read: (text) => checked(text, checkPattern),
    expected: 'docs/reference/log-format.md lists the symbols.',
    keepsBlanks: true,
  },
  'gelf-host': {
    read: (text) => (parseGelfHost(text) === undefined ? undefined : text),
    expected:
      'Give a host name or an IP address, with tcp: in front for TCP; the port goes into log-gelf-port.',
  },
  'date-pattern': {
    read: (text) => checked(text, checkDateFormat),
    expected: 'Give a SimpleDateFormat pattern, such as yyyy-MM-dd HH:mm:ss,SSS.',
  },
  port: {
    read: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
    expected: 'Give a whole number from 0 to 65535.',
  },
  boolean: {
    read: (text) => ({ true: true, false: false })[text.toLowerCase()],
    expected: 'Give true or false.',
  },
  text: { read: (text) => text || undefined, expected: 'Give a value that is not empty.' },
  host: {
    read: (text) => (/^[A-Za-z0-9.:_[\]-]+$/.test(text) ? text.replaceAll(/[[\]]/g, '') : undefined),
    expected: 'Give an IP address or a host name, without http:// and without a port.',
  },
  hostname: {
    read: readHostname,
    expected: 'Give a host name, or a URL such as http://sso.test:8080 or https://sso.test/auth.',
  },
  url: { read: readUrl, expected: 'Give a URL such as http://sso.test:8080 or https://sso.test/auth.' },
  'url-path': {
    read: readUrlPath,
    expected: 'Give a path such as /auth, without a query and without dot segments.',
  },
  'address-list': {
    read: (text) => (parseAddressList(text) === undefined ? undefined : text),
    expected: 'Give a comma-separated list of IP addresses and networks, such as 10.0.0.0/8,::1.',
  },
  endpoint: {
    read: readEndpoint,
    expected: 'Give an http or https address, such as http://127.0.0.1:9000/delegations.',
  },
  folder: { read: (text) => text || undefined, expected: 'Give the path of a folder.' },
  file: { read: (text) => text || undefined, expected: 'Give a path.' },
  files: {
    read: (text) => (text.split(',').every((path) => path.trim() !== '') ? text : undefined),
    expected: 'Give a path, or a comma-separated list of paths.',
  },
  'client-auth': {
    read: (text) => (['none', 'request', 'required'].includes(text) ? text : undefined),
    expected: 'Give request, required or none.',
  },
  'choice-list': {
    read: readChoiceList,
    expected: (row) => `Give a comma-separated list of ${choicesOf(row).join(', ')}.`,
  },
  'milliseconds-list': {
    read: (text) => (parseMilliseconds(text) === undefined ? undefined : text),
    expected: 'Give a comma-separated list of durations in milliseconds, such as 50,250,1000.',
  },
  'feature-list': {
    read: (text) => (readFeatureList(text).unknown.length === 0 ? text : undefined),
    expected: `Give a comma-separated list of ${Object.keys(FEATURES).join(', ')} and names of Keycloak's features.`,
  },
  'level-list': {
    read: (text) => (parseLevelList(text) === undefined ? undefined : text),
    expected: 'Give a level, or a list such as info,oauth:debug.',
  },
  duration: {
    read: parseDuration,
    expected: 'Give a duration of at most a day, such as 30s, 500ms or 2m.',
  },
  database: {
    read: readDatabase,
    expected: (row) => `Give ${choicesOf(row).join(', ')}.`,
  },
  'database-url': {
    // That of another database has no effect.
    read: (text) => (isOtherDatabaseUrl(text) || parseDatabaseUrl(text) !== undefined ? text : undefined),
    expected: 'Give an address such as jdbc:postgresql://postgres:5432/keycloak.',
  },
  'database-properties': {
    read: (text) => (parseProperties(text) === undefined ? undefined : text),
    expected: 'Give them as at the end of a URL: ?sslmode=require&connectTimeout=10.',
  },
};

/** Keycloak's other databases. */
const OTHER_DATABASES: readonly string[] = ['h2', 'mariadb', 'mssql', 'mysql', 'oracle', 'tidb'];

/** The database that a text of option `db` names and that only Keycloak can use. */
export function findUnusedDatabase(text: string): string | undefined {
  const name = text.trim().toLowerCase();
  return OTHER_DATABASES.find((each) => each === name);
}

function readDatabase(text: string, row: OptionRow): string | undefined {
  const name = text.toLowerCase();
  if (name === 'postgresql') return 'postgres';
  if (name === 'dev-file' || findUnusedDatabase(name) !== undefined) return 'file';
  return choicesOf(row).includes(name) ? name : undefined;
}

function isOtherDatabaseUrl(text: string): boolean {
  return /^jdbc:/i.test(text) && !isPostgresUrl(text);
}

function choicesOf({ choices = [] }: OptionRow): readonly string[] {
  return choices.map(({ value }) => value);
}

function readInteger(text: string, { range }: OptionRow): number | undefined {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  const { minimum, maximum } = range ?? { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
  return value >= minimum && value <= maximum ? value : undefined;
}

/** Compat: a handler of Keycloak that has no effect. */
const WITHOUT_HANDLER = 'syslog';

/** The handlers of a list that only Keycloak has. */
export function listUnusedHandlers(text: string): readonly string[] {
  return [...new Set(splitList(text).filter((name) => name === WITHOUT_HANDLER))];
}

function readHandlerList(text: string, row: OptionRow): string | undefined {
  const names = splitList(text);
  const own = names.filter((name) => name !== WITHOUT_HANDLER);
  if (!own.every((name) => choicesOf(row).includes(name))) return undefined;
  return [...new Set(own)].join(',') || row.defaultText;
}

/** In the spelling of the table, whatever the case. */
function readChoiceList(text: string, row: OptionRow): string | undefined {
  const found = splitList(text).map((name) => choicesOf(row).find((choice) => choice.toLowerCase() === name));
  return found.includes(undefined) ? undefined : [...new Set(found)].join(',');
}

/** The items of a comma-separated list, in lower case. */
function splitList(text: string): string[] {
  return text.split(',').map((item) => item.trim().toLowerCase());
}

function checked(text: string, check: (text: string) => void): string {
  check(text);
  return text;
}

/** A host name as it is, or a base URL; `sso.test:8080` is short for `http://sso.test:8080`. */
function readHostname(text: string): string | undefined {
  if (/^https?:/i.test(text)) return readUrl(text);
  const url = /^[^/?#@\s]+$/.test(text) ? tryUrl(text) : undefined;
  if (url === undefined || url.username !== '') return undefined;
  return url.port === '' && !/:\d+$/.test(text) ? url.hostname : url.origin;
}

/** A base URL, without trailing slash; query, fragment and credentials are not allowed. */
function readUrl(text: string): string | undefined {
  const url = /^https?:\/\//i.test(text) ? tryUrl(text) : undefined;
  const isBase = url?.search === '' && url.hash === '' && url.username === '' && url.password === '';
  return isBase ? `${url.origin}${url.pathname}`.replace(/\/+$/, '') : undefined;
}

/** With a slash in front and none at the end; the root is `/`. */
function readUrlPath(text: string): string | undefined {
  const path = `/${text.replace(/^\/+|\/+$/g, '')}`;
  const isPath = /^(?:\/[A-Za-z0-9._~!$&'()*+,;=:@-]+)+$|^\/$/.test(path);
  return isPath && !/\/\.{1,2}(?:\/|$)/.test(path) ? path : undefined;
}

/** An absolute URL without credentials and fragment, which would be lost. */
function readEndpoint(text: string): string | undefined {
  const url = /^https?:\/\//i.test(text) ? tryUrl(text) : undefined;
  return url?.username === '' && url.password === '' && url.hash === '' ? url.href : undefined;
}

function tryUrl(text: string): URL | undefined {
  try {
    return new URL(/^[a-z]+:\/\//i.test(text) ? text : `http://${text}`);
  } catch {
    // An invalid URL is an expected result here, not an error.
    return undefined;
  }
}

/**
 * An option's value, parsed from its text.
 * @throws {OptionError} with option, place and expected format; a secret value is not repeated.
 */
export function readOptionValue(
  row: OptionRow,
  text: string,
  source: OptionSource,
): string | number | boolean {
  const { read, expected, keepsBlanks } = readers[row.type];
  const remedy = typeof expected === 'string' ? expected : expected(row);
  const shown = row.secret ? 'the value' : `"${text}"`;
  try {
    const value = read(keepsBlanks ? text : text.trim(), row);
    if (value !== undefined) return value;
  } catch (cause) {
    if (!(cause instanceof PatternFault)) throw cause;
    throw new OptionError(row.key, `${shown} cannot be used: ${cause.message}`, remedy, {
      source,
      cause,
      drawing: drawFault(keepsBlanks ? text : text.trim(), cause),
    });
  }
  throw new OptionError(row.key, `${shown} cannot be used`, remedy, { source });
}

/** The known option nearest to an unknown name, if it is similar enough. */
export function nearestOption(unknown: string): OptionKey | undefined {
  let best: { key: OptionKey; distance: number } | undefined;
  for (const { key } of OPTION_ROWS) {
    const distance = key.startsWith(unknown) && unknown.length > 3 ? 1 : editDistance(unknown, key);
    if (best === undefined || distance < best.distance) best = { key, distance };
  }
  // Of three letters, two changed ones would make any name similar.
  const limit = unknown.length < 4 ? 1 : Math.max(2, Math.floor(unknown.length / 3));
  return best !== undefined && best.distance <= limit ? best.key : undefined;
}

/** Levenshtein distance; both texts are short. */
export function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, replaced));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
