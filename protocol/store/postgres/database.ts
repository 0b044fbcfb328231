// Statements and transactions on a pool of connections.
import { setTimeout as sleep } from 'node:timers/promises';
import { type DiskOperation, StorageError } from '#protocol/errors/storage-error.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { LIMITS } from './connect.ts';
import { type Connection, type ConnectionLimits, Connections } from './connections.ts';
import { asStorageError, isConnectionLost, isRepeatable, toStorageError } from './database-errors.ts';
import { type Answer, answerAt, type TextQuery } from './grouped-query.ts';
import type { PostgresSettings } from './postgres-settings.ts';
import { StatementGroups } from './statement-groups.ts';
import { toStoredJson, toStoredText } from './stored-text.ts';

/** SQL with `$1`, `$2`… The database prepares it once for each connection, by its name. */
export interface Statement {
  /** Unique, at most 63 characters. */
  readonly name: string;
  readonly text: string;
  /** Default: `write`. */
  readonly operation?: DiskOperation;
  /** Reads or changes single rows by their keys: outside transactions, it is sent together with others. */
  readonly isBrief?: boolean;
}

/** A document as a parameter. */
export class Document {
  readonly #value: object;

  constructor(value: object) {
    this.#value = value;
  }

  toJson(): string {
    return toStoredJson(this.#value);
  }
}

export type Parameter =
  | string
  | number
  | boolean
  | null
  | undefined
  | Document
  | readonly (string | number | boolean | null | Document)[];

/** A value that the database chooses for a row: its version or position. */
export type RowNumber = number | string;

/** Rows with the columns that the statement selects. */
type Rows<Row> = readonly Row[];

/** Runs statements, alone or in a transaction. */
export interface Queries {
  /** @throws {StorageError} @throws an error with a SQLSTATE of class 23 for a violated constraint. */
  query<Row>(statement: Statement, ...parameters: readonly Parameter[]): Promise<Rows<Row>>;
  /** The number of rows that were changed. Throws as {@link query}. */
  run(statement: Statement, ...parameters: readonly Parameter[]): Promise<number>;
}

export interface TransactionOptions {
  /** Without time limits of the database: for changes of whole realms. */
  readonly isLong?: boolean;
  /** All statements see the same state. */
  readonly isSnapshot?: boolean;
}

export interface Database extends Queries {
  readonly settings: PostgresSettings;
  /** As the database itself, but brief statements do not wait for the disk: a crash may undo those of the last moments. */
  readonly unsynced: Queries;
  /**
   * Runs all statements or none. `work` is called again if the transaction lost against another one, so it must have
   * no other effects. What it throws is thrown here.
   */
  transaction<Result>(
    work: (queries: Queries) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  /** Why nothing can be read or written at this moment; undefined if that is possible. Answers within two seconds. */
  findFailure(): Promise<StorageError | undefined>;
  /** Ends all connections once their statements are done. */
  close(): Promise<void>;
}

/** Attempts at a transaction that loses against others. */
const MAX_ATTEMPTS = 12;

/** Milliseconds, doubled with each attempt. */
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 200;

/** A pause before another attempt, different for each of those who collided. */
export async function pauseBefore(attempt: number): Promise<void> {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS);
  await sleep(longest * (0.5 + Math.random() / 2));
}

/** Repeats what lost against another transaction, a limited number of times. */
async function repeating<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isRepeatable(error) || attempt === MAX_ATTEMPTS) throw error;
      await pauseBefore(attempt);
    }
  }
}

/** As the database reads it. */
function toText(parameter: Parameter): string | null {
  if (typeof parameter === 'string') return toStoredText(parameter);
  if (parameter === undefined || parameter === null) return null;
  if (parameter instanceof Document) return parameter.toJson();
  return typeof parameter === 'object' ? toArrayText(parameter) : String(parameter);
}

/** https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
function toArrayText(items: readonly Parameter[]): string {
  const texts = items.map(toText);
  return `{${texts.map((text) => (text === null ? 'NULL' : `"${text.replace(/["\\]/g, '\\$&')}"`)).join()}}`;
}

const toQuery = ({ name, text }: Statement, parameters: readonly Parameter[]): TextQuery => ({
  name,
  text,
  values: parameters.map(toText),
});

function execute(
  connection: Connection,
  statement: Statement,
  parameters: readonly Parameter[],
  answerMs?: number,
): Promise<Answer> {
  const limit = answerMs === undefined ? {} : { query_timeout: answerMs };
  return connection.query({ ...toQuery(statement, parameters), ...limit });
}

function createQueries(
  run: (statement: Statement, parameters: readonly Parameter[]) => Promise<Answer>,
): Queries {
  return {
    query: async (statement, ...parameters) => (await run(statement, parameters)).rows,
    run: async (statement, ...parameters) => (await run(statement, parameters)).rowCount ?? 0,
  };
}

const BEGIN = 'BEGIN';
const BEGIN_SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ';
const NO_LIMITS =
  'SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0';

async function begin(connection: Connection, { isLong, isSnapshot }: TransactionOptions): Promise<void> {
  await connection.query({ text: isSnapshot === true ? BEGIN_SNAPSHOT : BEGIN });
  if (isLong === true) await connection.query({ text: NO_LIMITS });
}

/** Commits what `work` does, or undoes it. */
async function complete<Result>(
  connection: Connection,
  work: (queries: Queries) => Promise<Result>,
  { isLong }: TransactionOptions,
): Promise<Result> {
  const limit = isLong === true ? LIMITS.longAnswer : undefined;
  try {
    const result = await work(
      createQueries((statement, parameters) => execute(connection, statement, parameters, limit)),
    );
    await connection.query({ text: 'COMMIT' });
    return result;
  } catch (error) {
    if (!isConnectionLost(error)) await connection.query({ text: 'ROLLBACK' }).catch(connection.giveUp);
    throw error;
  }
}

async function runTransaction<Result>(
  connections: Connections,
  work: (queries: Queries) => Promise<Result>,
  options: TransactionOptions,
): Promise<Result> {
  // Until it has begun, nothing has happened, so that a connection that was lost while it was idle does no harm.
  let hasBegun = false;
  return connections.use(
    async (connection) => {
      await begin(connection, options);
      hasBegun = true;
      return complete(connection, work, options);
    },
    () => !hasBegun,
  );
}

const PROBE: Statement = {
  name: 'probe',
  operation: 'read',
  text: "SELECT current_setting('transaction_read_only') AS read_only",
};

/** Milliseconds after which a database that does not answer counts as unreachable. */
const PROBE_LIMIT_MS = 1900;

/** Asks the database whether it can be written. */
async function probe(settings: PostgresSettings, queries: Queries): Promise<StorageError | undefined> {
  const fail = (code: string) => asStorageError(settings, code);
  const timer = new AbortController();
  const late = sleep(PROBE_LIMIT_MS, undefined, { signal: timer.signal }).then(() => fail('ETIMEDOUT'));
  const answer = queries
    .query<{ readonly read_only: string }>(PROBE)
    .then(([row]) => (row?.read_only === 'on' ? fail('25006') : undefined))
    .catch((error: unknown) => (error instanceof StorageError ? error : fail('08000')));
  const failure = await Promise.race([answer, late]);
  timer.abort();
  await late.catch(() => undefined);
  return failure;
}

/** Opens no connection before the first statement. */
export function createDatabase(
  settings: PostgresSettings,
  log: Logger,
  limits: ConnectionLimits = LIMITS,
): Database {
  const connections = new Connections(settings, log, limits);
  const groups = new StatementGroups(connections);
  const translated = async <Result>(
    operation: DiskOperation,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    try {
      return await repeating(work);
    } catch (error) {
      throw toStorageError(settings, error, operation);
    }
  };
  /** A read has no effects, so it is repeated on another connection when the first one is lost. */
  const runOne = (statement: Statement, parameters: readonly Parameter[]): Promise<Answer> =>
    connections.use(
      async (connection) => answerAt(await connection.together([toQuery(statement, parameters)]), 0),
      () => statement.operation === 'read',
    );
  const withBrief = (mayBeLost: boolean): Queries => {
    const runBrief = (statement: Statement, parameters: readonly Parameter[]): Promise<Answer> =>
      groups.run({
        query: toQuery(statement, parameters),
        isRead: statement.operation === 'read',
        mayBeLost,
      });
    return createQueries((statement, parameters) =>
      translated(statement.operation ?? 'write', () =>
        statement.isBrief === true ? runBrief(statement, parameters) : runOne(statement, parameters),
      ),
    );
  };
  const queries = withBrief(false);
  return {
    settings,
    ...queries,
    unsynced: withBrief(true),
    transaction: (work, options = {}) =>
      translated('write', () => runTransaction(connections, work, options)),
    findFailure: () => probe(settings, queries),
    close: () => connections.close(),
  };
}
