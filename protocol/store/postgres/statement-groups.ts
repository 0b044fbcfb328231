// Statements of several requests that are sent together: one round trip and one commit instead of one for each.
import type { Connection, Connections } from './connections.ts';
import { isConnectionLost } from './database-errors.ts';
import { type Answer, answerAt, type TextQuery } from './grouped-query.ts';

/** A statement with its parameters. */
export interface GroupedStatement {
  readonly query: TextQuery;
  readonly isRead: boolean;
}

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

/** Until the transaction of the group ends. */
const LIMIT_LOCKS: TextQuery = {
  name: 'limit-locks',
  text: `SELECT set_config('lock_timeout', '${LOCK_MS}', TRUE)`,
};

/** Statements of a group. */
const MAX_STATEMENTS = 32;

/**
 * Sends statements as soon as the event loop has read what has arrived, or, while another group of reads or of writes is
 * on its way, when that has ended. Statements of a group are executed in their order. If one of them writes, they are one
 * transaction; if that fails, each is executed alone. Of statements of one moment, a read may be executed before or after
 * a write.
 */
export class StatementGroups {
  readonly #connections: Pick<Connections, 'use'>;
  #waiting: Waiting[] = [];
  /** Groups that keep others waiting: with writes, and of reads only. */
  readonly #onTheirWay = { write: 0, read: 0 };
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

  /** Everything together unless a group is on its way: then reads do not wait for a commit, nor writes for reads. */
  #takeNext(): readonly Waiting[] {
    const { write, read } = this.#onTheirWay;
    if (write === 0 && read === 0) return this.#take(() => true);
    if (write === 0) return this.#take(({ isRead }) => !isRead);
    return read === 0 ? this.#take(({ isRead }) => isRead) : [];
  }

  #take(fits: (waiting: Waiting) => boolean): readonly Waiting[] {
    const taken = this.#waiting.filter(fits).slice(0, MAX_STATEMENTS);
    this.#waiting = this.#waiting.filter((each) => !taken.includes(each));
    return taken;
  }

  async #send(group: readonly Waiting[]): Promise<void> {
    const leave = this.#enter(group.every(({ isRead }) => isRead) ? 'read' : 'write');
    try {
      const isDone = await this.#connections.use(
        (connection) => sendTogether(connection, group),
        () => group.every(({ isRead }) => isRead),
      );
      if (!isDone) await this.#sendApart(group);
    } catch (error) {
      await this.#giveUp(group, error);
    } finally {
      leave();
    }
  }

  /** Counts a group that is on its way, until the returned function is called or the group is slow. */
  #enter(kind: 'read' | 'write'): () => void {
    this.#onTheirWay[kind] += 1;
    let isCounted = true;
    const leave = (): void => {
      clearTimeout(timer);
      if (!isCounted) return;
      isCounted = false;
      this.#onTheirWay[kind] -= 1;
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
    const writes = group.filter(({ isRead }) => !isRead);
    for (const { reject } of writes.length > 0 ? writes : group) reject(error);
    const reads = group.filter(({ isRead }) => isRead);
    if (writes.length > 0 && reads.length > 0) await this.#send(reads);
  }
}

/** False if nothing has happened, because one of the statements could not be executed. */
async function sendTogether(connection: Connection, group: readonly Waiting[]): Promise<boolean> {
  const queries = group.map(({ query }) => query);
  const first = group.length === 1 || group.every(({ isRead }) => isRead) ? [] : [LIMIT_LOCKS];
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
