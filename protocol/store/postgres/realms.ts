// Realms in the database: read from memory, changed in transactions that every server learns of.
import { randomUUID } from 'node:crypto';
import type { Clock } from '#protocol/clock.ts';
import type { CloneNote } from '../clone-store.ts';
import type { MovedRealm } from '../moving.ts';
import {
  type ClockSetting,
  DuplicateError,
  type RealmOrigin,
  type RealmStore,
  type StoredRealm,
  type StoredUser,
  type StoringOptions,
  type UserSet,
} from '../store.ts';
import {
  type Database,
  Document,
  type Queries,
  type Statement,
  type TransactionOptions,
} from './database.ts';
import { violatedUnique } from './database-errors.ts';
import { leaseEnd } from './leases.ts';
import { addMovedRows } from './moved-rows.ts';
import { RealmGoneError, withNewest } from './newest-realm.ts';
import type { CachedRealm, RealmCache, RealmChanges } from './realm-cache.ts';
import { addOrigin, copyOrigin, type RealmDraft } from './realm-drafts.ts';
import type { RealmChange, RealmFeed } from './realm-feed.ts';
import { hasUniqueEmails, type RealmRow, toMilliseconds, toRealm } from './realm-rows.ts';
import * as sql from './realm-statements.ts';
import { REMOVE_SNAPSHOTS } from './snapshot-statements.ts';
import { Turns } from './turns.ts';
import { addUserRows, checkNewUsers, copyUserRows } from './user-rows.ts';

/** A change, what it makes of the realms, and what its caller gets. */
interface MadeChange<Result> {
  /** Undefined if nothing has changed. */
  readonly change?: RealmChange;
  readonly changes: RealmChanges;
  readonly result: Result;
}

const NOTHING: RealmChanges = { changed: [], removed: [] };

export interface RealmsOptions {
  readonly database: Database;
  readonly cache: RealmCache;
  readonly feed: RealmFeed;
  readonly clock: Clock;
}

export class PostgresRealms implements RealmStore {
  readonly #database: Database;
  readonly #cache: RealmCache;
  readonly #feed: RealmFeed;
  readonly #clock: Clock;
  readonly #known: Pick<RealmsOptions, 'cache' | 'feed'>;
  /** By key. */
  readonly #turns = new Turns();

  constructor({ database, cache, feed, clock }: RealmsOptions) {
    this.#database = database;
    this.#cache = cache;
    this.#feed = feed;
    this.#clock = clock;
    this.#known = { cache, feed };
  }

  list(): readonly StoredRealm[] {
    return this.#cache.list();
  }

  find(name: string): StoredRealm | undefined {
    return this.#cache.find(name)?.stored;
  }

  isTransient(realmId: string): boolean {
    return this.#cache.findById(realmId)?.clone?.leaseMs !== undefined;
  }

  /** A database has no files that could be damaged one by one. */
  listOutOfService(): readonly [] {
    return [];
  }

  findOutOfService(): undefined {
    return undefined;
  }

  findClock(realmId: string): ClockSetting | undefined {
    return this.#cache.findById(realmId)?.clock;
  }

  async create(
    stored: StoredRealm,
    given: readonly StoredUser[] | UserSet,
    watch: StoringOptions = {},
  ): Promise<void> {
    if (this.find(stored.realm) !== undefined) throw new DuplicateError('realm', stored.realm);
    this.#checkId(stored);
    const users = await checkNewUsers(stored, given, watch);
    await this.#acknowledge(this.#store(this.#newRealm(stored, users, watch), watch, undefined));
  }

  async replace(
    stored: StoredRealm,
    given: readonly StoredUser[] | UserSet,
    watch: StoringOptions = {},
  ): Promise<void> {
    const users = await checkNewUsers(stored, given, watch);
    const isSame = watch.keepsOrigin === true;
    const draw = async (before: CachedRealm): Promise<RealmDraft> => {
      if (before.stored.id !== stored.id) this.#checkId(stored);
      return this.#newRealm(stored, users, watch, before);
    };
    // A realm that another server has just replaced is not the one that the caller has in mind.
    const replaced = await this.replaceWith(stored.realm, draw, { watch, isRepeated: isSame });
    if (!replaced) throw new RealmGoneError(stored.realm);
  }

  /**
   * Stores what `draw` gives in place of the realm of this name; false if there is none, or nothing to replace it with.
   * Unless `isRepeated` is false, this is repeated with the realm that another server has put there meanwhile.
   * @throws {RealmGoneError}
   */
  async replaceWith(
    name: string,
    draw: (before: CachedRealm) => Promise<RealmDraft | undefined>,
    { watch = {}, isRepeated = true }: { watch?: StoringOptions; isRepeated?: boolean } = {},
  ): Promise<boolean> {
    const replace = async (before: CachedRealm): Promise<MadeChange<void> | undefined> => {
      const draft = await draw(before);
      if (draft === undefined) return undefined;
      return this.#turns.take(before.key, () => this.#store(draft, watch, before));
    };
    // Replacements here take turns, so that none of them has to be repeated because of another.
    const made = await this.#turns.take(`replacement of ${name}`, () =>
      withNewest(this.#known, name, replace, { isRepeated }),
    );
    if (made === undefined) return false;
    await this.#acknowledge(Promise.resolve(made));
    return true;
  }

  /** As in {@link CloneStore}. The database copies the users. */
  async createClone(
    templateName: string,
    make: (settings: StoredRealm) => StoredRealm,
    clone: CloneNote,
  ): Promise<StoredRealm | undefined> {
    return withNewest(this.#known, templateName, async (template) => {
      const stored = make(template.stored);
      if (this.find(stored.realm) !== undefined) throw new DuplicateError('realm', stored.realm);
      this.#checkId(stored);
      const write = async (queries: Queries, key: string): Promise<void> => {
        if ((await queries.query(sql.LOCK_TEMPLATE, template.key)).length === 0)
          throw new RealmGoneError(templateName);
        await copyUserRows(queries, { realmKey: key, realm: stored }, template.key);
        await addOrigin(queries, key, stored, this.#clock.now());
      };
      const draft: RealmDraft = { stored, clock: undefined, clone, isSame: false, write };
      await this.#acknowledge(this.#store(draft, {}, undefined));
      return stored;
    });
  }

  /** Stores a realm of another store, in place of the one of its name if there is one. */
  async storeMoved(moved: MovedRealm, watch: StoringOptions = {}): Promise<void> {
    const { realm: stored, clock } = moved;
    const before = this.#cache.find(stored.realm);
    if (before?.stored.id !== stored.id) this.#checkId(stored);
    const draft: RealmDraft = {
      stored,
      clock,
      clone: undefined,
      isSame: false,
      write: (queries, key) => addMovedRows(queries, key, moved, watch),
    };
    const store = () => this.#store(draft, watch, before);
    await this.#acknowledge(before === undefined ? store() : this.#turns.take(before.key, store));
  }

  async update(name: string, change: (realm: StoredRealm) => StoredRealm): Promise<StoredRealm> {
    return this.#inTurn(name, (queries, realm) => this.#change(queries, realm, change(realm.stored)));
  }

  async remove(name: string): Promise<boolean> {
    const realm = this.#cache.find(name);
    if (realm === undefined) return false;
    const changes: RealmChanges = { changed: [], removed: [realm.key] };
    const work = async (queries: Queries): Promise<MadeChange<boolean>> => {
      if ((await queries.run(sql.REMOVE_REALM, realm.key)) === 0) return { changes, result: false };
      await queries.run(REMOVE_SNAPSHOTS, realm.stored.id);
      const change = await this.#feed.number(queries);
      await this.#noteRemoval(queries, realm.key, change);
      return { change, changes, result: true };
    };
    return this.#acknowledge(this.#turns.take(realm.key, () => this.#commit(work, { isLong: true })));
  }

  async findOriginTime(realmId: string): Promise<number | undefined> {
    const [row] = await this.#readOf<{ readonly created_at: number }>(realmId, sql.FIND_ORIGIN_TIME);
    return row?.created_at;
  }

  keepsOrigin(): boolean {
    return true;
  }

  async readOrigin(realmId: string): Promise<RealmOrigin | undefined> {
    const [row] = await this.#readOf<{ readonly data: StoredRealm }>(realmId, sql.READ_ORIGIN);
    if (row === undefined) return undefined;
    const users = await this.#readOf<{ readonly data: StoredUser }>(realmId, sql.READ_ORIGIN_USERS);
    return { realm: row.data, users: users.map(({ data }) => data) };
  }

  async setClock(realmId: string, choose: () => ClockSetting): Promise<void> {
    const name = this.#cache.findById(realmId)?.stored.realm;
    if (name === undefined) throw new TypeError(`there is no realm with id ${realmId}`);
    await this.#inTurn(name, async (queries, realm) => {
      const { offsetMs, frozenAt } = choose();
      const change = await this.#feed.number(queries);
      const offset = offsetMs === undefined ? undefined : toMilliseconds(offsetMs);
      const frozen = frozenAt === undefined ? undefined : toMilliseconds(frozenAt);
      await queries.run(sql.SET_CLOCK, realm.key, change.version, offset, frozen);
      const clock = frozen === undefined ? { offsetMs: offset ?? 0 } : { frozenAt: frozen };
      const changed = [{ ...realm, version: change.version, clock }];
      return { change, changes: { changed, removed: [] }, result: undefined };
    });
  }

  #checkId({ id }: StoredRealm): void {
    if (this.#cache.findById(id) !== undefined) throw new DuplicateError('id', id);
  }

  async #readOf<Row>(realmId: string, statement: Statement): Promise<readonly Row[]> {
    const key = this.#cache.findById(realmId)?.key;
    return key === undefined ? [] : this.#database.query<Row>(statement, key);
  }

  #newRealm(
    stored: StoredRealm,
    users: readonly StoredUser[],
    watch: StoringOptions,
    before?: CachedRealm,
  ): RealmDraft {
    const same = watch.keepsOrigin === true ? before : undefined;
    return {
      stored,
      clock: undefined,
      clone: same?.clone,
      isSame: same !== undefined,
      write: async (queries, key) => {
        const isOriginal = same === undefined;
        await addUserRows(queries, { realmKey: key, realm: stored, isOriginal }, users, watch);
        if (same === undefined) await addOrigin(queries, key, stored, this.#clock.now());
        else await copyOrigin(queries, key, same.key);
      },
    };
  }

  /** Stores a realm, in place of another one or as a new one. */
  async #store(
    { stored, clock, clone, isSame, write }: RealmDraft,
    watch: StoringOptions,
    before: CachedRealm | undefined,
  ): Promise<MadeChange<void>> {
    const key = randomUUID();
    return this.#commit(
      async (queries) => {
        await queries.run(sql.ADD_DRAFT, key, key, hasUniqueEmails(stored), new Document(stored));
        await write(queries, key);
        watch.signal?.throwIfAborted();
        await watch.ready?.();
        watch.signal?.throwIfAborted();
        const { position } = await this.#clearPlace(queries, stored, before);
        if (before !== undefined && !isSame) await queries.run(REMOVE_SNAPSHOTS, before.stored.id);
        const change = await this.#feed.number(queries);
        const { version } = change;
        const realm: CachedRealm = { key, version, position: position ?? version, stored, clock, clone };
        await this.#publish(queries, realm);
        if (clock !== undefined)
          await queries.run(sql.SET_CLOCK, key, version, clock.offsetMs, clock.frozenAt);
        if (before !== undefined) await this.#noteRemoval(queries, before.key, change);
        const removed = before === undefined ? [] : [before.key];
        return { change, changes: { changed: [realm], removed }, result: undefined };
      },
      { isLong: true },
    );
  }

  /** Removes the realm that is replaced, if any; only now, because it is served until here. */
  async #clearPlace(
    queries: Queries,
    { realm: name }: StoredRealm,
    before: CachedRealm | undefined,
  ): Promise<Partial<CachedRealm>> {
    if (before === undefined) return {};
    if ((await queries.run(sql.REMOVE_REALM, before.key)) === 0) throw new RealmGoneError(name);
    return before;
  }

  async #publish(queries: Queries, realm: CachedRealm): Promise<void> {
    const { key, stored, position, version, clone } = realm;
    const note = clone && new Document(clone);
    const leaseEnds = clone && leaseEnd(clone, this.#clock.now());
    try {
      await queries.run(sql.PUBLISH_DRAFT, key, stored.id, stored.realm, position, version, note, leaseEnds);
    } catch (error) {
      throw toDuplicateRealm(error, stored);
    }
  }

  async #noteRemoval(queries: Queries, key: string, { version }: RealmChange): Promise<void> {
    await queries.run(sql.NOTE_REMOVAL, key, version, toMilliseconds(this.#clock.now()));
  }

  async #change(queries: Queries, realm: CachedRealm, after: StoredRealm): Promise<MadeChange<StoredRealm>> {
    const before = realm.stored;
    if (after.id !== before.id) throw new TypeError("a realm's id does not change");
    if (after === before) return { changes: NOTHING, result: after };
    const isUnique = hasUniqueEmails(after);
    if (isUnique !== hasUniqueEmails(before))
      await queries.run(isUnique ? sql.RESERVE_EMAILS : sql.SHARE_EMAILS, realm.key);
    const change = await this.#feed.number(queries);
    const { version } = change;
    try {
      await queries.run(sql.SET_REALM, realm.key, version, after.realm, isUnique, new Document(after));
    } catch (error) {
      throw toDuplicateRealm(error, after);
    }
    const changed = [{ ...realm, version, stored: after }];
    return { change, changes: { changed, removed: [] }, result: after };
  }

  /** Runs `work` with the newest state of a realm, which nobody else changes meanwhile. */
  async #inTurn<Result>(
    name: string,
    work: (queries: Queries, realm: CachedRealm) => Promise<MadeChange<Result>>,
  ): Promise<Result> {
    const key = this.#cache.find(name)?.key;
    const statement = key === undefined ? sql.LOCK_BY_NAME : sql.LOCK_BY_KEY;
    const run = () =>
      this.#commit(async (queries) => {
        const [row] = await queries.query<RealmRow>(statement, key ?? name);
        if (row === undefined) throw new TypeError(`there is no realm ${name}`);
        return work(queries, this.#newest(row));
      });
    return this.#acknowledge(key === undefined ? run() : this.#turns.take(key, run));
  }

  /** The realm of a row that is locked. If it is the one in memory, it is the same object. */
  #newest(row: RealmRow): CachedRealm {
    this.#cache.apply({ changed: [toRealm(row)], removed: [] });
    return this.#cache.findByKey(row.key) ?? toRealm(row);
  }

  /** Commits a change and adopts it here. */
  async #commit<Result>(
    work: (queries: Queries) => Promise<MadeChange<Result>>,
    options?: TransactionOptions,
  ): Promise<MadeChange<Result>> {
    const made = await this.#database.transaction(work, options);
    if (made.change === undefined) this.#cache.apply(made.changes);
    else this.#feed.adopt(made.change, made.changes);
    return made;
  }

  /** Resolves when every other server knows the change, which the next change of the realm need not wait for. */
  async #acknowledge<Result>(committed: Promise<MadeChange<Result>>): Promise<Result> {
    const { change, result } = await committed;
    if (change !== undefined) await this.#feed.waitForOthers(change);
    return result;
  }
}

function toDuplicateRealm(error: unknown, { id, realm }: StoredRealm): unknown {
  const constraint = violatedUnique(error);
  if (constraint === 'realms_id') return new DuplicateError('id', id);
  return constraint === 'realms_name' ? new DuplicateError('realm', realm) : error;
}
