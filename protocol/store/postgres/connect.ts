// Connections to the database, each with time limits so that nothing waits forever.
import type { ConnectionOptions } from 'node:tls';
import type { ClientConfig } from 'pg';
import pg from 'pg';
import type { PostgresSettings } from './settings.ts';
import { fromStoredJson } from './stored-text.ts';

/** Limits in milliseconds. */
export const LIMITS = {
  /** For a connection to be made, or to become free. */
  connect: 10_000,
  /** For one statement, in the database. */
  statement: 30_000,
  /** For an answer, after which the connection is given up. Longer than the database's own limit. */
  answer: 35_000,
  /** For an answer in a transaction that changes a whole realm. */
  longAnswer: 3_600_000,
  /** For the lock of a row. */
  lock: 15_000,
  /** For a transaction of a server that has stopped working in the middle of it. */
  idleTransaction: 60_000,
} as const;

const BIGINT = 20;
const JSON_TYPE = 114;
const JSONB_TYPE = 3802;

type TextParser = (text: string) => unknown;

/** BIGINT as a number (times and versions stay below 2^53), and documents as they were stored. */
const PARSERS: ReadonlyMap<number, TextParser> = new Map<number, TextParser>([
  [BIGINT, Number],
  [JSON_TYPE, fromStoredJson],
  [JSONB_TYPE, fromStoredJson],
]);

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format),
} as ClientConfig['types'];

function tlsOptions({ tls, host }: PostgresSettings): false | ConnectionOptions {
  const { mode, certificates } = tls;
  if (mode === 'disable') return false;
  return {
    host,
    rejectUnauthorized: mode !== 'require',
    ...(certificates === undefined ? {} : { ca: certificates }),
    ...(mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
  };
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
