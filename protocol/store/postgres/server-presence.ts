// Which servers use the database, and which change of realms each of them knows.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '#protocol/clock.ts';
import type { Database, Queries, Statement } from './database.ts';

/** The time of the database in milliseconds, so that clocks of servers may differ. */
const DATABASE_NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::BIGINT';

/**
 * Milliseconds after which a server that does not report counts as ended. They do not pass for others while the server
 * that looks did not report either: if the machine pauses, no server has ended.
 */
const LIVE_MS = 4000;

/** Milliseconds for which a change waits for the other servers at most. */
const CONFIRMATION_LIMIT_MS = 100;

/** Milliseconds between two looks at what the others know; each is longer than the one before. */
const FIRST_LOOK_MS = 2;
const LONGEST_LOOK_MS = 10;

const LOCK_CHANGES: Statement = {
  name: 'lock-realm-changes',
  text: 'SELECT version FROM realm_changes WHERE id = 1 FOR UPDATE',
};

const REGISTER: Statement = {
  name: 'register-server',
  text: `INSERT INTO servers (id, seen_at, version) VALUES ($1, ${DATABASE_NOW}, -1)
    ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
};

/** What is returned was read before the update. */
const REPORT: Statement = {
  name: 'report-server',
  text: `UPDATE servers SET seen_at = ${DATABASE_NOW}, version = $2 WHERE id = $1
    RETURNING (SELECT version FROM realm_changes WHERE id = 1) AS latest,
      (SELECT string_agg(other.id::TEXT, ' ') FROM servers AS other, servers AS own
        WHERE own.id = $1 AND other.id <> $1 AND other.seen_at > own.seen_at - ${LIVE_MS}) AS others`,
};

const UNREGISTER: Statement = { name: 'unregister-server', text: 'DELETE FROM servers WHERE id = $1' };

const REMOVE_ENDED: Statement = {
  name: 'remove-ended-servers',
  text: `DELETE FROM servers WHERE seen_at < ${DATABASE_NOW} - $1`,
};

const COUNT_OTHERS: Statement = {
  name: 'count-other-servers',
  operation: 'read',
  text: `SELECT count(*) AS count FROM servers
    WHERE id <> $1 AND seen_at > ${DATABASE_NOW} - ${LIVE_MS} AND version < $2`,
};

interface ReportRow {
  readonly latest: number;
  /** Their ids, separated by spaces. */
  readonly others: string | null;
}

/** This server among those that use the database. */
export class ServerPresence {
  readonly #database: Database;
  readonly id: string = randomUUID();
  #others: readonly string[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * From here on, changes of others wait until this server knows them. Changes that are being committed come first, so
   * that realms that are read afterwards contain them.
   */
  async register(): Promise<void> {
    await this.#database.transaction(async (queries) => {
      await queries.query(LOCK_CHANGES);
      await queries.run(REGISTER, this.id);
    });
  }

  /** The ids of the other servers that were running at the last report. */
  get others(): readonly string[] {
    return this.#others;
  }

  /** Tells the others what this server knows; the newest change. */
  async report(version: number): Promise<number> {
    const [row] = await this.#database.query<ReportRow>(REPORT, this.id, version);
    if (row !== undefined) {
      this.#others = row.others?.split(' ') ?? [];
      return row.latest;
    }
    // It was silent for so long that another server has removed it.
    await this.register();
    return version;
  }

  /** How many other servers do not know a change that is being made; it must have its number already. */
  async countOthers(queries: Queries, version: number): Promise<number> {
    const [row] = await queries.query<{ readonly count: number }>(COUNT_OTHERS, this.id, version);
    return row?.count ?? 0;
  }

  /** Resolves when all other servers know a change, or after a tenth of a second. */
  async waitForOthers(version: number): Promise<void> {
    const deadline = monotonicMs() + CONFIRMATION_LIMIT_MS;
    for (
      let pause = FIRST_LOOK_MS;
      monotonicMs() < deadline;
      pause = Math.min(pause * 1.5, LONGEST_LOOK_MS)
    ) {
      await sleep(pause);
      if ((await this.countOthers(this.#database, version)) === 0) return;
    }
  }

  /** Removes servers that have ended without a farewell. */
  async removeEnded(): Promise<void> {
    await this.#database.run(REMOVE_ENDED, 10 * LIVE_MS);
  }

  async unregister(): Promise<void> {
    await this.#database.run(UNREGISTER, this.id);
  }
}
