// Connections that are used again, unless they may have been cut off without notice: by a firewall that forgot them, or
// a database that moved to another host. Such a connection is silent; only a limit of time ends the wait for its answer.
import pg, { type PoolClient, type QueryConfig } from 'pg';
import { monotonicMs } from '#protocol/clock.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { clientConfig, LIMITS, PooledClient } from './connect.ts';
import { isConnectionLost } from './database-errors.ts';
import { type Answer, GroupedQuery, type TextQuery } from './grouped-query.ts';
import type { PostgresSettings } from './postgres-settings.ts';

/** Time limits in milliseconds that tests shorten. */
export interface ConnectionLimits {
  /** For an answer of the database, after which the connection is given up. */
  readonly answer: number;
  /** For an answer, after which connections that have been silent for as long are not used again. */
  readonly suspicion: number;
}

/** A statement that is sent alone. */
interface SingleQuery extends TextQuery {
  /** Milliseconds for the answer; default: {@link ConnectionLimits.answer}. */
  readonly query_timeout?: number;
}

/** A connection in the hands of one caller. */
export interface Connection {
  /** @throws what the database or the connection reports. */
  query(query: SingleQuery): Promise<Answer>;
  /**
   * Sends statements as one piece. They are one transaction; outside of another one, it is complete with the answer.
   * @throws what the database or the connection reports; unless the connection is lost, nothing has happened.
   */
  together(queries: readonly TextQuery[]): Promise<readonly Answer[]>;
  /** It is closed when it is given back, because its state is not known. */
  giveUp(): void;
}

function queryTogether(client: PoolClient, queries: readonly TextQuery[]): Promise<readonly Answer[]> {
  return new Promise((resolve, reject) => {
    client.query(
      new GroupedQuery(queries, (error, answers) =>
        answers === undefined ? reject(error) : resolve(answers),
      ),
    );
  });
}

/** A pool of connections, which are opened when they are needed. */
export class Connections {
  readonly #pool: pg.Pool;
  readonly #limits: ConnectionLimits;
  /** When each connection has given its last answer. */
  readonly #answeredAt = new WeakMap<PoolClient, number>();
  /** When a statement was sent that had no answer for too long, or lost its connection. */
  #suspectedAt = Number.NEGATIVE_INFINITY;

  constructor(settings: PostgresSettings, log: Logger, limits: ConnectionLimits = LIMITS) {
    this.#limits = limits;
    this.#pool = new pg.Pool({
      ...clientConfig(settings),
      Client: PooledClient,
      pipeline: true,
      query_timeout: limits.answer,
      max: settings.poolMaxSize,
      idleTimeoutMillis: 60_000,
    });
    this.#pool.on('error', (error) =>
      log.debug('An idle database connection ended', { reason: error.message }),
    );
    this.#pool.on('connect', (client) => this.#answeredAt.set(client, monotonicMs()));
  }

  /**
   * Lends a connection for `work`. If it is lost while `canRepeat`, the work is done once more on another one.
   * @throws what `work` throws, and when no connection can be had in time.
   */
  async use<Result>(
    work: (connection: Connection) => Promise<Result>,
    canRepeat: () => boolean,
  ): Promise<Result> {
    const client = await this.#take();
    try {
      return await this.#lend(client, work);
    } catch (error) {
      if (!isConnectionLost(error) || !canRepeat()) throw error;
    }
    return this.#lend(await this.#take(), work);
  }

  /** Ends all connections once their statements are done. */
  close(): Promise<void> {
    return this.#pool.end();
  }

  /** A connection that has answered since the last sign of trouble, or a new one. */
  async #take(): Promise<PoolClient> {
    for (;;) {
      const client = await this.#pool.connect();
      if ((this.#answeredAt.get(client) ?? 0) >= this.#suspectedAt) return client;
      client.release(true);
    }
  }

  async #lend<Result>(
    client: PoolClient,
    work: (connection: Connection) => Promise<Result>,
  ): Promise<Result> {
    // An error of the connection also rejects the statement that is running; without a listener it would end the process.
    const ignore = (): void => undefined;
    client.on('error', ignore);
    let isUsable = true;
    const giveUp = (): void => {
      isUsable = false;
    };
    try {
      return await work({
        query: (query) => this.#ask(client, () => client.query(query as QueryConfig)),
        together: (queries) => this.#ask(client, () => queryTogether(client, queries)),
        giveUp,
      });
    } catch (error) {
      if (isConnectionLost(error)) giveUp();
      throw error;
    } finally {
      client.off('error', ignore);
      client.release(!isUsable);
    }
  }

  async #ask<Result>(client: PoolClient, send: () => Promise<Result>): Promise<Result> {
    const sentAt = monotonicMs();
    const suspect = (): void => {
      this.#suspectedAt = Math.max(this.#suspectedAt, sentAt);
    };
    const timer = setTimeout(suspect, this.#limits.suspicion);
    try {
      const result = await send();
      this.#answeredAt.set(client, monotonicMs());
      return result;
    } catch (error) {
      if (isConnectionLost(error)) suspect();
      else this.#answeredAt.set(client, monotonicMs());
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}
