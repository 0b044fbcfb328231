// Keeps the realms in memory as the database has them, whichever server changes them.
import { monotonicMs } from '#protocol/clock.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { ANNOUNCE, type ChangeListener, channelOf, listenForChanges } from './change-listener.ts';
import type { Database, Queries, Statement } from './database.ts';
import type { RealmCache, RealmChanges } from './realm-cache.ts';
import { REALM_COLUMNS, type RealmRow, toRealm } from './realm-rows.ts';
import { ServerPresence } from './server-presence.ts';

/** Milliseconds between two reports of this server. */
const REPORT_EVERY_MS = 1000;

/** Milliseconds between two looks for changes while they are not announced. */
const LOOK_EVERY_MS = 50;

/** Milliseconds after which the table no longer names every realm that is gone. */
export const REMOVALS_KEPT_MS = 86_400_000;

const NEXT_VERSION: Statement = {
  name: 'next-realm-version',
  text: 'UPDATE realm_changes SET version = version + 1 WHERE id = 1 RETURNING version',
};

const LATEST_VERSION: Statement = {
  name: 'latest-realm-version',
  operation: 'read',
  text: 'SELECT version FROM realm_changes WHERE id = 1',
};

/** In one statement, so that everything is of the same moment. */
const READ_CHANGES: Statement = {
  name: 'read-realm-changes',
  operation: 'read',
  text: `SELECT c.version AS latest,
      (SELECT string_agg(g.key::TEXT, ' ') FROM removed_realms g WHERE g.version > $1) AS removed,
      ${REALM_COLUMNS}
    FROM realm_changes c LEFT JOIN realms r ON r.version > $1 WHERE c.id = 1`,
};

const READ_KEYS: Statement = {
  name: 'read-realm-keys',
  operation: 'read',
  text: 'SELECT key FROM realms',
};

interface VersionRow {
  readonly version: number;
}

/** Without changed realms, the only row has no realm. */
type ChangeRow = Partial<RealmRow> & { readonly latest: number; readonly removed: string | null };

/** A change of realms that is being committed. */
export interface RealmChange {
  readonly version: number;
  /** How many other servers must learn of it. */
  readonly others: number;
}

export interface RealmFeedOptions {
  /** Whether the database can announce changes. */
  readonly canNotify: boolean;
  readonly log: Logger;
  /** Something else than a change of realms was announced; undefined: anything may have been. */
  announced?(what: string | undefined): void;
  /** The first other server has appeared. */
  joined?(): void;
}

/** Follows the changes of all servers. */
export class RealmFeed {
  readonly #database: Database;
  readonly #cache: RealmCache;
  readonly #presence: ServerPresence;
  readonly #options: RealmFeedOptions;
  #listener: ChangeListener | undefined;
  #refreshing: Promise<void> | undefined;
  #isRefreshNeeded = false;
  /** Of the process's own time. */
  #refreshedAt = Number.NEGATIVE_INFINITY;
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(database: Database, cache: RealmCache, options: RealmFeedOptions) {
    this.#database = database;
    this.#cache = cache;
    this.#presence = new ServerPresence(database);
    this.#options = options;
  }

  /** Reads all realms and follows their changes from then on. */
  async start(): Promise<void> {
    const { canNotify, log } = this.#options;
    // Before the realms are read, so that no change is missed.
    await this.#presence.register();
    const events = {
      announced: (what: string | undefined) => this.#announced(what),
      lost: () => this.#refreshSoon(),
    };
    if (canNotify) this.#listener = await listenForChanges(this.#database.settings, events, log);
    await this.refresh();
    await this.#reportPresence();
    this.#repeat(REPORT_EVERY_MS, () => this.#report());
    // Beside the reports, which find changes while a listener that no longer hears any is still waited for.
    this.#repeat(REPORT_EVERY_MS, async () => this.#listener?.check());
    this.#repeat(LOOK_EVERY_MS, () => this.#look());
  }

  /** The id of this server, another one with each start. */
  get serverId(): string {
    return this.#presence.id;
  }

  /** How many other servers use the database; one that appears is noticed within a second. */
  get others(): number {
    return this.#presence.others.length;
  }

  /** Looks which there are, including those that have just been started; their ids. @throws {StorageError} */
  async findOthers(): Promise<readonly string[]> {
    await this.#reportPresence();
    return this.#presence.others;
  }

  /** Whether announcements arrive. */
  get isListening(): boolean {
    return this.#listener?.isListening === true;
  }

  /**
   * Gives a change its number, which locks out other changes until the transaction ends, and announces it. Called as
   * late as possible.
   */
  async number(queries: Queries): Promise<RealmChange> {
    const [row] = await queries.query<VersionRow>(NEXT_VERSION);
    if (row === undefined) throw new TypeError('the table realm_changes is empty');
    if (this.#options.canNotify)
      await queries.query(ANNOUNCE, channelOf(this.#database.settings), row.version);
    return { version: row.version, others: await this.#presence.countOthers(queries, row.version) };
  }

  /** Adopts an own change that is committed. */
  adopt({ version }: RealmChange, changes: RealmChanges): void {
    this.#cache.adoptOwn(changes, version);
    if (this.#cache.version < version) this.#refreshSoon();
  }

  /** Resolves when every other server knows a change that is committed, or after a tenth of a second. */
  async waitForOthers({ version, others }: RealmChange): Promise<void> {
    if (others > 0) await this.#presence.waitForOthers(version);
  }

  /** Resolves when all changes that were committed before the call are in memory. */
  refresh(): Promise<void> {
    if (this.#refreshing === undefined) {
      this.#refreshing = this.#readChanges().finally(() => {
        this.#refreshing = undefined;
        if (this.#isRefreshNeeded) this.#refreshSoon();
      });
      return this.#refreshing;
    }
    // The one in progress may have read before the change.
    const before = this.#refreshing;
    return before.catch(() => undefined).then(() => this.refresh());
  }

  /** Removes servers that have ended without a farewell. */
  removeEnded(): Promise<void> {
    return this.#presence.removeEnded();
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#listener?.stop();
    await this.#refreshing?.catch(() => undefined);
    await this.#presence.unregister().catch(() => undefined);
  }

  async #readChanges(): Promise<void> {
    this.#isRefreshNeeded = false;
    const isComplete = monotonicMs() - this.#refreshedAt < REMOVALS_KEPT_MS / 2;
    const since = isComplete ? this.#cache.version : -1;
    // First, so that a realm created in between is not forgotten.
    const rows = await this.#database.query<ChangeRow>(READ_CHANGES, since);
    const [first] = rows;
    if (first === undefined) return;
    const changed = rows.flatMap((row) =>
      row.key === undefined || row.key === null ? [] : [row as RealmRow],
    );
    const removed = first.removed?.split(' ') ?? [];
    if (!isComplete) await this.#forgetRemoved(new Set(changed.map(({ key }) => key)));
    const isNews = first.latest > this.#cache.version;
    this.#cache.adopt({ changed: changed.map(toRealm), removed }, first.latest);
    this.#refreshedAt = monotonicMs();
    if (isNews) await this.#reportPresence();
  }

  /** After a long time without the database, realms may be gone without a trace. */
  async #forgetRemoved(known: ReadonlySet<string>): Promise<void> {
    const rows = await this.#database.query<{ readonly key: string }>(READ_KEYS);
    this.#cache.retain(new Set([...known, ...rows.map(({ key }) => key)]));
  }

  #refreshSoon(): void {
    if (this.#refreshing !== undefined) {
      this.#isRefreshNeeded = true;
      return;
    }
    this.refresh().catch((error: Error) => this.#failed(error));
  }

  async #report(): Promise<void> {
    const latest = await this.#reportPresence();
    if (latest > this.#cache.version) await this.refresh();
  }

  async #reportPresence(): Promise<number> {
    const before = this.others;
    const latest = await this.#presence.report(this.#cache.version);
    if (before === 0 && this.others > 0) this.#options.joined?.();
    return latest;
  }

  #announced(what: string | undefined): void {
    const version = Number(what ?? Number.POSITIVE_INFINITY);
    if (version > this.#cache.version) this.#refreshSoon();
    if (what === undefined || Number.isNaN(version)) this.#options.announced?.(what);
  }

  /** Looks for changes that nothing announces. */
  async #look(): Promise<void> {
    if (this.isListening) return;
    const [row] = await this.#database.query<VersionRow>(LATEST_VERSION);
    if (row !== undefined && row.version > this.#cache.version) await this.refresh();
  }

  /** Calls `work` again and again, but never while it is still running. */
  #repeat(everyMs: number, work: () => Promise<void>): void {
    let isRunning = false;
    const timer = setInterval(() => {
      if (isRunning) return;
      isRunning = true;
      work()
        .catch((error: Error) => this.#failed(error))
        .finally(() => {
          isRunning = false;
        });
    }, everyMs);
    timer.unref();
    this.#timers.push(timer);
  }

  /** The next attempt follows at once; requests report the fault to their callers. */
  #failed(error: Error): void {
    this.#options.log.debug('Changes of realms cannot be read', { reason: error.message });
  }
}
