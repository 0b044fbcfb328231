// Statements of several requests that are sent together: one round trip and one commit instead of one for each.
import type { Connection, Connections } from './connections.ts';
import { isConnectionLost } from './database-errors.ts';
import { type Answer, answerAt, type TextQuery } from './grouped-query.ts';

/** A statement with its parameters. */
export interface GroupedStatement {
  readonly query: TextQuery;
  readonly isRead: boolean;
  /** A write whose answer does not wait for the disk, unless a write beside it does. */
  readonly mayBeLost?: boolean;
}

/** Whether its answer does not wait for the disk. */
const isQuick = ({ isRead, mayBeLost }: GroupedStatement): boolean => isRead || mayBeLost === true;
const isRead = (statement: GroupedStatement): boolean => statement.isRead;

interface Waiting extends GroupedStatement {
  readonly resolve: (result: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Milliseconds for which a group may wait for the lock of a row before its statements are executed apart. */
const LOCK_MS = 100;

/**
 * Milliseconds after which a group no longer keeps others waiting. Longer than most commits: while one group is on its
 * way, the next one grows, and larger groups cost the server and the database less.
 */
const SLOW_MS = 10;

/** Settings until the transaction of the group ends. https://www.postgresql.org/docs/current/wal-async-commit.html */
const LIMITED = `set_config('lock_timeout', '${LOCK_MS}', TRUE)`;
const UNSYNCED = "set_config('synchronous_commit', 'off', TRUE)";
const LIMIT_LOCKS: TextQuery = { name: 'limit-locks', text: `SELECT ${LIMITED}` };
const SKIP_DISK: TextQuery = { name: 'skip-disk', text: `SELECT ${UNSYNCED}` };
const LIMIT_AND_SKIP: TextQuery = { name: 'limit-locks-skip-disk', text: `SELECT ${LIMITED}, ${UNSYNCED}` };

/** Statements of a group. */
const MAX_STATEMENTS = 32;

/**
 * Sends statements as soon as the event loop has read what has arrived, or, while a group of the same lane is on its way,
 * when that has ended: reads and writes that may be lost do not wait for the disk behind other writes. Statements of a group are executed in their order. If one of them writes, they are one
 * transaction; if that fails, each is executed alone. Of statements of one moment, a read may be executed before or after
 * a write.
 */
export class StatementGroups {
  readonly #connections: Pick<Connections, 'use'>;
  #waiting: Waiting[] = [];
  /** Groups that keep others waiting: those that wait for the disk, and the others. */
  readonly #onTheirWay = { synced: 0, quick: 0 };
  #isPlanned = false;

  constructor(connections: Pick<Connections, 'use'>) {
    this.#connections = connections;
  }

  /** @throws what the database or the connection reports. */
  run(statement: GroupedStatement): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...statement, resolve, reject });
      this.#plan();
    });
  }

  #plan(): void {
    if (this.#isPlanned || this.#waiting.length === 0) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      const group = this.#takeNext();
      if (group.length > 0) void this.#send(group);
    });
  }

  /** Everything together unless a group is on its way: then one lane does not wait for the other. */
  #takeNext(): readonly Waiting[] {
    const { synced, quick } = this.#onTheirWay;
    if (synced === 0 && quick === 0) return this.#take(() => true);
    if (synced === 0) return this.#take((each) => !isQuick(each));
    return quick === 0 ? this.#take(isQuick) : [];
  }

  #take(fits: (waiting: Waiting) => boolean): readonly Waiting[] {
    const taken = this.#waiting.filter(fits).slice(0, MAX_STATEMENTS);
    this.#waiting = this.#waiting.filter((each) => !taken.includes(each));
    return taken;
  }

  async #send(group: readonly Waiting[]): Promise<void> {
    const leave = this.#enter(group.every(isQuick) ? 'quick' : 'synced');
    try {
      const isDone = await this.#connections.use(
        (connection) => sendTogether(connection, group),
        () => group.every(isRead),
      );
      if (!isDone) await this.#sendApart(group);
    } catch (error) {
      await this.#giveUp(group, error);
    } finally {
      leave();
    }
  }

  /** Counts a group that is on its way, until the returned function is called or the group is slow. */
  #enter(lane: 'quick' | 'synced'): () => void {
    this.#onTheirWay[lane] += 1;
    let isCounted = true;
    const leave = (): void => {
      clearTimeout(timer);
      if (!isCounted) return;
      isCounted = false;
      this.#onTheirWay[lane] -= 1;
      this.#plan();
    };
    const timer = setTimeout(leave, SLOW_MS);
    return leave;
  }

  /** Each on a connection of its own, so that none waits for another one. */
  async #sendApart(group: readonly Waiting[]): Promise<void> {
    const sent = group.map(async (waiting) => {
      try {
        await this.#connections.use(
          (connection) => sendTogether(connection, [waiting]),
          () => waiting.isRead,
        );
      } catch (error) {
        waiting.reject(error);
      }
    });
    await Promise.all(sent);
  }

  /** Reads that were sent with a write have not had the second attempt that reads have. */
  async #giveUp(group: readonly Waiting[], error: unknown): Promise<void> {
    const writes = group.filter((each) => !isRead(each));
    for (const { reject } of writes.length > 0 ? writes : group) reject(error);
    const reads = group.filter(isRead);
    if (writes.length > 0 && reads.length > 0) await this.#send(reads);
  }
}

/** What precedes the statements. A single one may wait for the lock of a row as long as it takes. */
function settingsOf(group: readonly Waiting[]): readonly TextQuery[] {
  if (group.every(isRead)) return [];
  if (group.every(isQuick)) return [group.length === 1 ? SKIP_DISK : LIMIT_AND_SKIP];
  return group.length === 1 ? [] : [LIMIT_LOCKS];
}

/** False if nothing has happened, because one of the statements could not be executed. */
async function sendTogether(connection: Connection, group: readonly Waiting[]): Promise<boolean> {
  const queries = group.map(({ query }) => query);
  const first = settingsOf(group);
  try {
    const answers = await connection.together([...first, ...queries]);
    settle(group, answers.slice(first.length));
    return true;
  } catch (error) {
    if (group.length === 1 || isConnectionLost(error)) throw error;
    return false;
  }
}

function settle(group: readonly Waiting[], answers: readonly Answer[]): void {
  for (const [place, { resolve, reject }] of group.entries()) {
    try {
      resolve(answerAt(answers, place));
    } catch (error) {
      reject(error);
    }
  }
}
