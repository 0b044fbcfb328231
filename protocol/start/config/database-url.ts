// Reads the address of a PostgreSQL database, in the form of JDBC and of PostgreSQL's own programs.

/** What an address names; everything else is left to other options. */
export interface DatabaseAddress {
  /** More than one only for a cluster; IPv6 addresses without brackets. */
  readonly hosts: readonly DatabaseHost[];
  readonly database: string | undefined;
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** By name in lower case. */
  readonly properties: ReadonlyMap<string, string>;
}

interface DatabaseHost {
  readonly host: string;
  readonly port: number | undefined;
}

/** `jdbc:postgresql:…`, `jdbc:aws-wrapper:postgresql:…`, `postgresql://…` and `postgres://…`. */
const PREFIX = /^(?:jdbc:(?:[a-z][a-z0-9-]*:)?postgresql:|postgres(?:ql)?:(?=\/\/))/i;

/** Whether a text begins as the address of a PostgreSQL database does. */
export function isPostgresUrl(text: string): boolean {
  return PREFIX.test(text.trim());
}

/** Undefined for a text that is no address of a PostgreSQL database. RFC 3986 §3. */
export function parseDatabaseUrl(text: string): DatabaseAddress | undefined {
  const rest = text.trim().replace(PREFIX, '');
  if (!isPostgresUrl(text) || /[\s#]/.test(rest)) return undefined;
  const [, authority = '', path = '', query = ''] =
    /^(?:\/\/([^/?]*))?\/?([^?]*)(?:\?(.*))?$/.exec(rest) ?? [];
  const at = authority.lastIndexOf('@');
  const [user, password] = at === -1 ? [] : splitOnce(authority.slice(0, at), ':');
  const hosts = parseHosts(authority.slice(at + 1));
  const properties = parseProperties(query);
  const parts = [user, password, path].map((part) => decode(part ?? ''));
  if (hosts === undefined || properties === undefined || parts.includes(undefined)) return undefined;
  const [ownUser, ownPassword, database] = parts;
  return {
    hosts,
    database: database || undefined,
    user: ownUser || properties.get('user'),
    password: ownPassword || properties.get('password'),
    properties,
  };
}

/** `?name=value&…`, with or without the question mark; by name in lower case. Undefined: it cannot be read. */
export function parseProperties(text: string): ReadonlyMap<string, string> | undefined {
  const properties = new Map<string, string>();
  for (const pair of text
    .trim()
    .replace(/^[?&;]/, '')
    .split(/[&;]/)) {
    if (pair === '') continue;
    const [name, value = 'true'] = splitOnce(pair, '=');
    const [readName, readValue] = [decode(name), decode(value)];
    if (readName === undefined || readName === '' || readValue === undefined) return undefined;
    properties.set(readName.toLowerCase(), readValue);
  }
  return properties;
}

function parseHosts(text: string): readonly DatabaseHost[] | undefined {
  const hosts = text === '' ? [] : text.split(',').map(parseHost);
  return hosts.every((host) => host !== undefined) ? hosts : undefined;
}

/** `name`, `name:port` or `[address]:port`. */
function parseHost(text: string): DatabaseHost | undefined {
  const found = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]]*))(?::(\d{1,5}))?$/.exec(text);
  const [, bracketed, plain = '', portText] = found ?? [];
  const host = bracketed ?? decode(plain);
  const port = portText === undefined ? undefined : Number(portText);
  if (found === null || host === undefined || port === 0 || (port ?? 1) > 65_535) return undefined;
  return { host: host || 'localhost', port };
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Undefined for a broken percent-encoding. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // The caller names the option that contains it.
    return undefined;
  }
}
