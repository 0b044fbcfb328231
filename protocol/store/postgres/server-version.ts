// What kind of database answers, and whether its version is new enough.
import { OptionError } from '#protocol/errors/option-error.ts';
import type { Database, Statement } from './database.ts';

/** The oldest version that has what the statements use and that is widely in use. */
const OLDEST_MAJOR = 13;

const READ_VERSION: Statement = {
  name: 'read-server-version',
  operation: 'read',
  text: "SELECT version() AS text, current_setting('server_version_num') AS number",
};

/** What the server must know about the database. */
export interface ServerVersion {
  /** The first words of its description, for example `PostgreSQL 15.18`. */
  readonly text: string;
  /** Whether changes can be announced to other connections (LISTEN, NOTIFY). CockroachDB cannot do it. */
  readonly canNotify: boolean;
}

/** @throws {OptionError} `db-url` if the version is too old. */
export function checkVersion(text: string, number: number): ServerVersion {
  const name = text.split(' ').slice(0, 2).join(' ');
  if (Math.floor(number / 10_000) < OLDEST_MAJOR)
    throw new OptionError(
      'db-url',
      `the database is ${name}, but PostgreSQL ${OLDEST_MAJOR} or later is required`,
      'Upgrade the database, or give the address of another one.',
      { exitCode: 1 },
    );
  return { text: name, canNotify: !text.startsWith('CockroachDB') };
}

/** Asks the database for its version. @throws {OptionError} as {@link checkVersion}. @throws {StorageError} */
export async function readServerVersion(database: Database): Promise<ServerVersion> {
  const [row] = await database.query<{ readonly text: string; readonly number: string }>(READ_VERSION);
  return checkVersion(row?.text ?? '', Number(row?.number));
}
