// Removes what has expired, in batches, by the first server to lock each batch.
import type { Clock } from '#protocol/clock.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { Database, Statement } from './database.ts';
import { REMOVALS_KEPT_MS } from './realm-feed.ts';
import { toMilliseconds } from './realm-rows.ts';

/** Milliseconds between two sweeps, whichever servers make them. */
const SWEEP_EVERY_MS = 30_000;

/** Milliseconds for which expired values are kept, because the clocks of servers differ. */
const GRACE_MS = 60_000;

/** Rows that one statement removes. */
const BATCH = 1000;

/** `$1` now, `$2` the time of the sweep before which another one is due. */
const TAKE_TURN: Statement = {
  name: 'take-sweep',
  text: 'UPDATE realm_changes SET swept_at = $1 WHERE id = 1 AND (swept_at <= $2 OR swept_at > $1)',
};

const KEY = 'kind, realm_id, id';

/** Values that another server is removing are left to it. */
const removal = (name: string, source: string): Statement => ({
  name,
  text: `DELETE FROM expiring_values WHERE (${KEY}) IN (
    SELECT v.kind, v.realm_id, v.id FROM ${source} LIMIT $2 FOR UPDATE OF v SKIP LOCKED)`,
});

const HAS_CLOCK = '(r.clock_offset IS NOT NULL OR r.clock_frozen_at IS NOT NULL)';

/** `$1` the time of the machine, `$2` how many. Of realms with the machine's time, and of realms that are gone. */
const REMOVE_BY_MACHINE: Statement = removal(
  'sweep-values',
  `expiring_values v WHERE v.expires_at <= $1
    AND NOT EXISTS (SELECT 1 FROM realms r WHERE r.id = v.realm_id AND ${HAS_CLOCK})`,
);

/** As {@link REMOVE_BY_MACHINE}, of realms whose clock is ahead, behind or stands still. */
const REMOVE_BY_REALM: Statement = removal(
  'sweep-values-by-clock',
  `realms r JOIN expiring_values v ON v.realm_id = r.id
    WHERE ${HAS_CLOCK} AND v.expires_at <= coalesce(r.clock_frozen_at, $1 + r.clock_offset)`,
);

const REMOVE_REMOVALS: Statement = {
  name: 'sweep-removed-realms',
  text: 'DELETE FROM removed_realms WHERE removed_at < $1',
};

/** Removes expired values from the database. Sessions are swept by those who know when they expire. */
export class Sweeper {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(database: Database, clock: Clock, log: Logger) {
    this.#database = database;
    this.#clock = clock;
    this.#log = log;
  }

  /** Sweeps from time to time. */
  start(): void {
    this.#timer = setInterval(() => {
      this.#running = this.#running
        .then(() => this.sweepIfDue())
        .catch((error: Error) => this.#log.debug('Expired values stay stored', { reason: error.message }));
    }, SWEEP_EVERY_MS);
    this.#timer.unref();
  }

  /** Sweeps unless this or another server has just done so. */
  async sweepIfDue(): Promise<void> {
    const now = toMilliseconds(this.#clock.now());
    if ((await this.#database.run(TAKE_TURN, now, now - SWEEP_EVERY_MS)) > 0) await this.sweep();
  }

  /** Removes all that has expired for longer than clocks may differ. */
  async sweep(): Promise<void> {
    const until = toMilliseconds(this.#clock.now()) - GRACE_MS;
    for (const statement of [REMOVE_BY_MACHINE, REMOVE_BY_REALM])
      while (!this.#isStopped && (await this.#database.run(statement, until, BATCH)) === BATCH);
    await this.#database.run(REMOVE_REMOVALS, toMilliseconds(this.#clock.now()) - REMOVALS_KEPT_MS);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }
}
