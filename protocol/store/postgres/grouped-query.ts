// Statements that the database executes as one transaction: sent as one piece, with one answer. `pg` sends a statement at
// a time, each with its own end of transaction, and asks for the columns of its rows every time. Its messages come from
// `pg-protocol`, the part of `pg` that writes them, so that a group is one buffer.
import pg from 'pg';
import { serialize } from 'pg-protocol';
import { parserOf } from './connect.ts';

/** A statement whose parameters are texts already. */
export interface TextQuery {
  /** Default: it is prepared for this execution only. */
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly (string | null)[];
}

/** What a statement has returned. */
export interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: the sender of a statement knows the columns of its rows
  readonly rows: any[];
  /** The number of rows that were read or changed; null for statements without rows. */
  readonly rowCount: number | null;
  /** Why a row could not be understood, although the statement has been executed. */
  readonly failure?: unknown;
}

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** The columns of the statements that are prepared on a connection. */
type Prepared = Map<string, readonly Column[]>;

const PREPARED = new WeakMap<pg.Connection, Prepared>();

function preparedOn(connection: pg.Connection): Prepared {
  const known = PREPARED.get(connection) ?? new Map<string, readonly Column[]>();
  PREPARED.set(connection, known);
  return known;
}

/** Other names than those under which `pg` prepares the same statements when they are sent alone. */
const nameOf = ({ name = '' }: TextQuery): string => (name === '' ? '' : `group ${name}`);

/** Executes a statement, and first prepares it unless the connection has it or an earlier one of the group has `sent` it. */
function toMessages(query: TextQuery, prepared: Prepared, sent: Set<string>): Buffer[] {
  const name = nameOf(query);
  const messages: Buffer[] = [];
  if (!prepared.has(name) && !sent.has(name)) {
    // It may be there after an earlier attempt that failed.
    if (name !== '') messages.push(serialize.close({ type: 'S', name }));
    messages.push(serialize.parse({ name, text: query.text }), serialize.describe({ type: 'S', name }));
    if (name !== '') sent.add(name);
  }
  messages.push(serialize.bind({ statement: name, values: [...(query.values ?? [])] }), serialize.execute());
  return messages;
}

/** `INSERT 0 1`, `SELECT 1`, `BEGIN`. */
function rowsOf(tag: string): number | null {
  const count = tag.slice(tag.lastIndexOf(' ') + 1);
  return count === tag ? null : Number(count);
}

/** The answer at a place. @throws why it could not be understood. */
export function answerAt(answers: readonly Answer[], place: number): Answer {
  const answer = answers[place];
  if (answer === undefined) throw new TypeError('the database has not answered each statement');
  if (answer.failure !== undefined) throw answer.failure;
  return answer;
}

type Done = (error: unknown, answers?: readonly Answer[]) => void;

/** Messages of the database, as `pg` passes them on. */
interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}
interface DataRow {
  readonly fields: readonly (string | null)[];
}
interface CommandComplete {
  readonly text: string;
}

function toRow(columns: readonly Column[], fields: DataRow['fields']): object {
  const row: Record<string, unknown> = {};
  for (let place = 0; place < columns.length; place += 1) {
    const { name, parse } = columns[place] as Column;
    const text = fields[place] ?? null;
    row[name] = text === null ? null : parse(text);
  }
  return row;
}

/**
 * Statements for `client.query`, which calls back with all answers, or with an error if nothing has happened: without a
 * Sync between them, they are one transaction. A `pg.Query`, because `pg` permits nothing else on connections in pipeline
 * mode. https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
export class GroupedQuery extends pg.Query {
  readonly queries: readonly TextQuery[];
  /** Replaced by `pg`, which ends its limit of time there. */
  callback: Done;
  #prepared: Prepared = new Map();
  readonly #answers: Answer[] = [];
  #rows: unknown[] = [];
  #failure: unknown;
  /** The columns of the statement whose answer arrives. */
  #columns: readonly Column[] | undefined;

  constructor(queries: readonly TextQuery[], done: Done) {
    super('');
    this.queries = queries;
    this.callback = done;
  }

  /** Called by `pg`. */
  override readonly submit = (connection: pg.Connection): void => {
    this.#prepared = preparedOn(connection);
    const sent = new Set<string>();
    const messages = this.queries.flatMap((query) => toMessages(query, this.#prepared, sent));
    if (connection.stream.writable) connection.stream.write(Buffer.concat([...messages, serialize.sync()]));
  };

  /** Called by `pg`. */
  handleRowDescription({ fields }: RowDescription): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
  }

  /** Called by `pg`. */
  handleDataRow({ fields }: DataRow): void {
    this.#columns ??= this.#prepared.get(this.#nameOfCurrent()) ?? [];
    try {
      this.#rows.push(toRow(this.#columns, fields));
    } catch (error) {
      this.#failure ??= error;
    }
  }

  /** Called by `pg`. */
  handleCommandComplete({ text }: CommandComplete): void {
    const name = this.#nameOfCurrent();
    if (name !== '' && !this.#prepared.has(name)) this.#prepared.set(name, this.#columns ?? []);
    this.#answers.push({ rows: this.#rows, rowCount: rowsOf(text), failure: this.#failure });
    this.#rows = [];
    this.#columns = undefined;
    this.#failure = undefined;
  }

  /** Called by `pg`. */
  handleError(error: unknown): void {
    this.callback(error);
  }

  /** Called by `pg` when the transaction is over. */
  handleReadyForQuery(): void {
    this.callback(null, this.#answers);
  }

  #nameOfCurrent(): string {
    const query = this.queries[this.#answers.length];
    return query === undefined ? '' : nameOf(query);
  }
}
