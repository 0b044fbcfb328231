// Connections to the database, each with time limits so that nothing waits forever.
import type { ConnectionOptions } from 'node:tls';
import type { Client, ClientConfig } from 'pg';
import pg from 'pg';
import type { PostgresSettings } from './postgres-settings.ts';
import { fromStoredJson } from './stored-text.ts';

/** Limits in milliseconds. */
export const LIMITS = {
  /** For a connection to be made, or to become free. */
  connect: 10_000,
  /** For one statement, in the database. */
  statement: 15_000,
  /** For an answer, after which the connection is given up. Longer than the database's own limit. */
  answer: 18_000,
  /** For an answer, after which connections that have been silent for as long are no longer trusted. */
  suspicion: 2000,
  /** For an answer in a transaction that changes a whole realm. */
  longAnswer: 3_600_000,
  /** For the lock of a row. */
  lock: 10_000,
  /** For a transaction of a server that has stopped working in the middle of it. */
  idleTransaction: 60_000,
} as const;

const BIGINT = 20;
const JSON_TYPE = 114;
const JSONB_TYPE = 3802;

type TextParser = (text: string) => unknown;

/** Times and counters are numbers; row ids of CockroachDB are larger than the exact ones and stay texts. */
function parseBigint(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

/** Documents are read as they were stored. */
const PARSERS: ReadonlyMap<number, TextParser> = new Map<number, TextParser>([
  [BIGINT, parseBigint],
  [JSON_TYPE, fromStoredJson],
  [JSONB_TYPE, fromStoredJson],
]);

/** Reads a value of the type with this number from its text. */
export const parserOf = (oid: number): TextParser => PARSERS.get(oid) ?? pg.types.getTypeParser(oid, 'text');

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format),
} as ClientConfig['types'];

/** `prefer` has been decided before. */
function tlsOptions({ tls, host }: PostgresSettings): false | ConnectionOptions {
  const { mode, authorities, certificate, key } = tls;
  if (mode === 'disable') return false;
  return {
    host,
    rejectUnauthorized: mode.startsWith('verify'),
    ...(authorities === undefined ? {} : { ca: authorities }),
    ...(certificate === undefined ? {} : { cert: certificate }),
    ...(key === undefined ? {} : { key }),
    ...(mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
  };
}

/** What `pg` reports of a server that does not offer TLS. */
const NO_TLS = /does not support SSL/;

/**
 * Decides `prefer` by asking the server: `require` if it offers TLS, otherwise `disable`.
 * @throws what keeps the server from being reached.
 */
export async function decideTls(settings: PostgresSettings): Promise<PostgresSettings> {
  const { tls, host } = settings;
  if (tls.mode !== 'prefer') return settings;
  // There is no TLS on a Unix socket.
  if (host.startsWith('/')) return { ...settings, tls: { ...tls, mode: 'disable' } };
  const encrypted: PostgresSettings = { ...settings, tls: { ...tls, mode: 'require' } };
  const client = new pg.Client(clientConfig(encrypted));
  client.on('error', () => undefined);
  try {
    await client.connect();
    return encrypted;
  } catch (error) {
    if (!(error instanceof Error && NO_TLS.test(error.message))) throw error;
    return { ...settings, tls: { ...tls, mode: 'disable' } };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** An identifier as SQL writes it. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A value for the connection's `options`, where spaces separate and backslashes escape. */
function escapeOption(value: string): string {
  return value.replace(/[\\\s]/g, '\\$&');
}

/** What `pg` needs to connect. Nothing is read from the environment or from a password file. */
export function clientConfig(settings: PostgresSettings): ClientConfig {
  const { host, port, database, user, password, schema, applicationName } = settings;
  return {
    host,
    port,
    database,
    user,
    password: () => password ?? '',
    ssl: tlsOptions(settings),
    application_name: applicationName,
    options: `-c search_path=${escapeOption(quoteIdentifier(schema))}`,
    connectionTimeoutMillis: LIMITS.connect,
    statement_timeout: LIMITS.statement,
    query_timeout: LIMITS.answer,
    lock_timeout: LIMITS.lock,
    idle_in_transaction_session_timeout: LIMITS.idleTransaction,
    keepAlive: true,
    types,
  };
}

/**
 * A connection that cannot be made is closed at once. Otherwise it stays open until the database gives it up, for example
 * because it waits for a password, and keeps the process running.
 */
export class PooledClient extends pg.Client {
  override connect(): Promise<Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<Client> | undefined {
    if (callback === undefined)
      return super.connect().catch((error: unknown) => {
        this.#close();
        throw error;
      });
    super.connect((error: Error | null) => {
      if (error instanceof Error) this.#close();
      callback(error as Error);
    });
    return undefined;
  }

  #close(): void {
    this.end().catch(() => undefined);
  }
}
