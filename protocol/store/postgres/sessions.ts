// Sessions and revoked tokens in the database. A change is one statement that another change of the session prevents.

import type { FoundSession, SessionDecision, SessionKey } from '../session-change.ts';
import type { SessionCounts, SessionLimits, SessionQuery } from '../session-query.ts';
import type { SessionSet, SessionStore, StoredUser, UserSession } from '../store.ts';
import type { Page } from '../user-query.ts';
import { type Database, Document, pauseBefore, type Queries, type RowNumber } from './database.ts';
import { isMissingReference, violatedUnique } from './database-errors.ts';
import type { RealmCache } from './realm-cache.ts';
import { toMilliseconds } from './realm-rows.ts';
import {
  checkDecision,
  firstVersion,
  type ReadState,
  readState,
  sessionValues,
  tokenValues,
  writeDecision,
} from './session-changes.ts';
import type { OfRealm } from './session-queries.ts';
import {
  countByClient,
  countByRealm,
  countSessions,
  readBatch,
  readPage,
  SESSIONS_AT_ONCE,
  type SessionRow,
  type SortedRow,
} from './session-queries.ts';
import * as sql from './session-statements.ts';
import { sweepSessions } from './session-sweep.ts';
import { toKey } from './stored-key.ts';
import { fromStoredText } from './stored-text.ts';
import { Turns } from './turns.ts';

/** Attempts before the row is locked, and before the change is given up. */
const FREE_ATTEMPTS = 3;
const MAX_ATTEMPTS = 100;

/** Revoked tokens that are removed at once. */
const FORGOTTEN_AT_ONCE = 1000;

/** A session, its user, and whether a token is revoked; null for what there is not. */
interface FoundRow {
  readonly data: UserSession | null;
  readonly version: RowNumber | null;
  readonly user: StoredUser | null;
  readonly revoked: boolean;
}

/** Undefined if another change came first. */
type Attempt<Result> = { readonly result: Result } | undefined;

type Change<Result> = (session: UserSession | undefined, isRevoked: boolean) => SessionDecision<Result>;

export class PostgresSessions implements SessionStore {
  readonly #database: Database;
  readonly #cache: RealmCache;
  readonly #refresh: () => Promise<void>;
  /** By realm and session, so that changes of one process do not prevent each other. */
  readonly #turns = new Turns();
  /** Of the sessions that callers have. */
  readonly #versions = new WeakMap<UserSession, RowNumber>();

  /** `refresh` reads the realms that other servers have changed. */
  constructor(database: Database, cache: RealmCache, refresh: () => Promise<void>) {
    this.#database = database;
    this.#cache = cache;
    this.#refresh = refresh;
  }

  async find(realmId: string, sessionId: string): Promise<UserSession | undefined> {
    const key = this.#keyOf(realmId);
    if (key === undefined) return undefined;
    const [row] = await this.#database.query<SessionRow>(sql.FIND, key, toKey(sessionId));
    return row && this.#noted(row);
  }

  /** Finds a session with its user, and whether a token is revoked. */
  async findWithUser(realmId: string, sessionId: string, jti?: string): Promise<FoundSession> {
    const key = this.#keyOf(realmId);
    const none = { session: undefined, user: undefined, isRevoked: false };
    if (key === undefined) return none;
    const [row] = await this.#database.query<FoundRow>(
      sql.FIND_WITH_USER,
      key,
      toKey(sessionId),
      jti === undefined ? null : toKey(jti),
    );
    if (row === undefined) return none;
    const { data, version, user, revoked } = row;
    const session = data === null || version === null ? undefined : this.#noted({ data, version });
    return { session, user: user ?? undefined, isRevoked: revoked };
  }

  async create(session: UserSession): Promise<void> {
    const version = await this.#inRealm<RowNumber | undefined>(
      session.realmId,
      (key) => firstVersion(this.#database, 'add', 'none', [key, ...sessionValues(session)]),
      () => 0,
    );
    if (version === undefined) throw new TypeError(`there is a session with id ${session.id}`);
    this.#versions.set(session, version);
  }

  async update<Result>(at: SessionKey, change: Change<Result>): Promise<Result> {
    return this.#inRealm(
      at.realmId,
      (key) => this.#turns.take(`${key} ${at.id}`, () => this.#update(key, at, change)),
      () => change(undefined, false).result,
    );
  }

  async remove(realmId: string, sessionId: string): Promise<UserSession | undefined> {
    const key = this.#keyOf(realmId);
    if (key === undefined) return undefined;
    const [row] = await this.#database.query<SessionRow>(sql.REMOVE, key, toKey(sessionId));
    return row?.data;
  }

  async discard(known: UserSession): Promise<boolean> {
    const key = this.#keyOf(known.realmId);
    if (key === undefined) return false;
    const version = this.#versions.get(known);
    const id = toKey(known.id);
    if (version === undefined)
      return (await this.#database.run(sql.END_AS_KNOWN, key, id, new Document(known))) > 0;
    return (await firstVersion(this.#database, 'end', 'none', [key, id, version])) !== undefined;
  }

  async *list(realmId: string, query: SessionQuery = {}): AsyncGenerator<UserSession, void> {
    const key = this.#keyOf(realmId);
    if (key === undefined) return;
    for (let last: SortedRow | undefined; ; ) {
      const rows: readonly SortedRow[] = await readBatch(this.#database, key, query, last);
      for (const row of rows) yield this.#noted(row);
      last = rows.at(-1);
      if (rows.length < SESSIONS_AT_ONCE) return;
    }
  }

  async page(realmId: string, query: SessionQuery, page: Page): Promise<readonly UserSession[]> {
    const key = this.#keyOf(realmId);
    if (key === undefined) return [];
    return (await readPage(this.#database, key, query, page)).map((row) => this.#noted(row));
  }

  async count(realmId: string, query: SessionQuery = {}): Promise<number> {
    const key = this.#keyOf(realmId);
    return key === undefined ? 0 : countSessions(this.#database, key, query);
  }

  async countByClient(
    realmId: string,
    clientUuids: Iterable<string>,
    query: SessionQuery = {},
  ): Promise<ReadonlyMap<string, SessionCounts>> {
    const key = this.#keyOf(realmId);
    return key === undefined ? new Map() : countByClient(this.#database, key, clientUuids, query);
  }

  countByRealm(active: ReadonlyMap<string, SessionLimits>): Promise<ReadonlyMap<string, SessionCounts>> {
    return countByRealm(this.#database, this.#keyed(active));
  }

  sweep(ended: ReadonlyMap<string, SessionLimits>): AsyncGenerator<UserSession, void> {
    return sweepSessions(this.#database, [...this.#keyed(ended).values()]);
  }

  async revokeToken(realmId: string, jti: string, expiresAt: number): Promise<boolean> {
    const revoked = await this.#inRealm(
      realmId,
      (key) => this.#database.run(sql.REVOKE, key, toKey(jti), toMilliseconds(expiresAt)),
      () => 0,
    );
    return revoked > 0;
  }

  async isTokenRevoked(realmId: string, jti: string): Promise<boolean> {
    const key = this.#keyOf(realmId);
    if (key === undefined) return false;
    return (await this.#database.query(sql.IS_REVOKED, key, toKey(jti))).length > 0;
  }

  async forgetExpiredTokens(times: ReadonlyMap<string, number>): Promise<void> {
    const realms = [...this.#keyed(times).values()];
    const values = [realms.map(({ key }) => key), realms.map(({ value }) => toMilliseconds(value))] as const;
    const forget = () => this.#database.run(sql.FORGET_TOKENS, ...values, FORGOTTEN_AT_ONCE);
    while ((await forget()) === FORGOTTEN_AT_ONCE);
  }

  async capture(realmId: string): Promise<SessionSet> {
    const key = this.#keyOf(realmId);
    if (key === undefined) return { sessions: [], revoked: {} };
    return this.#database.transaction((queries) => readAll(queries, key), { isSnapshot: true, isLong: true });
  }

  async restore(realmId: string, { sessions, revoked }: SessionSet): Promise<void> {
    const key = this.#keyOf(realmId);
    if (key === undefined) return;
    await this.#database.transaction(async (queries) => {
      for (const session of sessions) await queries.run(sql.PUT, key, ...sessionValues(session));
      await queries.run(sql.REVOKE_ALL, key, ...tokenValues(revoked));
    });
  }

  #keyOf(realmId: string): string | undefined {
    return this.#cache.findById(realmId)?.key;
  }

  /** What is given by realm id, with the key of each realm. Unknown realms are left out. */
  #keyed<Value>(byRealm: ReadonlyMap<string, Value>): Map<string, OfRealm<Value>> {
    const known = new Map<string, OfRealm<Value>>();
    for (const [id, value] of byRealm) {
      const key = this.#keyOf(id);
      if (key !== undefined) known.set(id, { key, value });
    }
    return known;
  }

  /**
   * Stores something of a realm. If another server has replaced the realm a moment ago, its rows have another key, so it
   * is looked up again. A late request of a realm that is gone leaves nothing behind, and gets what `otherwise` gives.
   */
  async #inRealm<Result>(
    realmId: string,
    store: (key: string) => Promise<Result>,
    otherwise: () => Result,
  ): Promise<Result> {
    let last: string | undefined;
    for (let key = this.#keyOf(realmId); key !== undefined && key !== last; key = this.#keyOf(realmId)) {
      last = key;
      try {
        return await store(key);
      } catch (error) {
        if (!isMissingReference(error)) throw error;
      }
      await this.#refresh();
    }
    return otherwise();
  }

  #noted({ data, version }: SessionRow): UserSession {
    this.#versions.set(data, version);
    return data;
  }

  async #update<Result>(key: string, at: SessionKey, change: Change<Result>): Promise<Result> {
    const asKnown = await this.#attemptAsKnown(key, at, change);
    if (asKnown !== undefined) return asKnown.result;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const done =
        attempt <= FREE_ATTEMPTS
          ? await this.#attempt(this.#database, key, at, change)
          : await this.#attemptLocked(key, at, change);
      if (done !== undefined) return done.result;
      await pauseBefore(attempt);
    }
    throw new Error(`the session ${at.id} is changed all the time`);
  }

  async #attemptLocked<Result>(
    key: string,
    at: SessionKey,
    change: Change<Result>,
  ): Promise<Attempt<Result>> {
    try {
      return await this.#database.transaction(async (queries) => {
        await queries.query(sql.LOCK, key, toKey(at.id));
        return this.#attempt(queries, key, at, change, false);
      });
    } catch (error) {
      if (violatedUnique(error) === undefined) throw error;
      return undefined;
    }
  }

  /**
   * For a session that the caller has. Only a session that is stored in its place shows that it is still so. A token
   * would have to be looked up.
   */
  async #attemptAsKnown<Result>(
    key: string,
    at: SessionKey,
    change: Change<Result>,
  ): Promise<Attempt<Result>> {
    const { known, jti } = at;
    const version = known && this.#versions.get(known);
    if (known === undefined || version === undefined || jti !== undefined || known.id !== at.id)
      return undefined;
    const decision = decideAsKnown(change, known);
    if (decision?.session === undefined) return undefined;
    checkDecision(at, decision);
    const state = { row: { data: known, version }, isRevoked: false };
    return this.#store(this.#database, key, at, state, decision);
  }

  async #store<Result>(
    queries: Queries,
    key: string,
    at: SessionKey,
    state: ReadState,
    decision: SessionDecision<Result>,
  ): Promise<Attempt<Result>> {
    const version = await writeDecision(queries, key, at, state, decision);
    if (version === undefined) return undefined;
    if (typeof decision.session === 'object') this.#versions.set(decision.session, version);
    return { result: decision.result };
  }

  /** `mayFail`: whether a violated constraint is another change that came first; in a transaction it ends that. */
  async #attempt<Result>(
    queries: Queries,
    key: string,
    at: SessionKey,
    change: Change<Result>,
    mayFail = true,
  ): Promise<Attempt<Result>> {
    const state = await readState(queries, key, at);
    const decision = change(state.row && this.#noted(state.row), state.isRevoked);
    checkDecision(at, decision);
    const { session, revoked, result } = decision;
    if (session === undefined && revoked === undefined) return { result };
    try {
      return await this.#store(queries, key, at, state, decision);
    } catch (error) {
      if (!mayFail || violatedUnique(error) === undefined) throw error;
      return undefined;
    }
  }
}

/** A change that fails may do so because the session is not so any more. */
function decideAsKnown<Result>(
  change: Change<Result>,
  known: UserSession,
): SessionDecision<Result> | undefined {
  try {
    return change(known, false);
  } catch {
    return undefined;
  }
}

async function readAll(queries: Queries, key: string): Promise<SessionSet> {
  const sessions: UserSession[] = [];
  for (let last: SortedRow | undefined; ; ) {
    const rows: readonly SortedRow[] = await readBatch(queries, key, {}, last);
    sessions.push(...rows.map(({ data }) => data));
    last = rows.at(-1);
    if (rows.length < SESSIONS_AT_ONCE) break;
  }
  const tokens = await queries.query<{ readonly jti: string; readonly expires_at: number }>(
    sql.LIST_TOKENS,
    key,
  );
  const revoked = tokens.map(({ jti, expires_at }) => [fromStoredText(jti), expires_at]);
  return { sessions, revoked: Object.fromEntries(revoked) };
}
