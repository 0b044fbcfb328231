// Sessions and revoked tokens in memory. A listener saves each change before it is applied.
import { setImmediate } from 'node:timers/promises';
import type { SessionDecision, SessionKey } from '../session-change.ts';
import { hasEnded, type SessionCounts, type SessionLimits, type SessionQuery } from '../session-query.ts';
import { SLICE_ITEMS } from '../sliced.ts';
import type { RevokedTokens, SessionSet, SessionStore, UserSession } from '../store.ts';
import type { Page } from '../user-query.ts';

/** One atomic change of a realm's sessions. */
export interface SessionChange {
  /** A created or replaced session. */
  readonly save?: UserSession;
  /** The id of a removed session. */
  readonly remove?: string;
  readonly revoke?: RevokedTokens;
}

export interface SessionListener {
  /**
   * Called before the change is applied in memory. A revocation must be on disk on return.
   * @throws {StorageError} only for a revocation, which is then not applied.
   */
  sessionChanging(realmId: string, change: SessionChange, isRevocation: boolean): void;
  /** `tokens`: all revoked tokens; the map follows later changes. */
  revokedTokensChanged(realmId: string, tokens: ReadonlyMap<string, number>): void;
  /** The realm and all its sessions are removed. */
  realmRemoved(realmId: string): void;
}

interface RealmSessions {
  readonly byId: Map<string, UserSession>;
  readonly idsByUser: Map<string, Set<string>>;
  /** Expiry by `jti`, in milliseconds. */
  readonly revoked: Map<string, number>;
}

const NONE: SessionCounts = { online: 0, offline: 0 };

function oneMore(counts: SessionCounts = NONE, offline: boolean): SessionCounts {
  const { online, offline: others } = counts;
  return offline ? { online, offline: others + 1 } : { online: online + 1, offline: others };
}

function byLastUse(one: UserSession, other: UserSession): number {
  return other.lastAccessAt - one.lastAccessAt || (one.id < other.id ? -1 : 1);
}

export class SessionMemory implements SessionStore {
  readonly #realms = new Map<string, RealmSessions>();
  readonly #listener: SessionListener | undefined;

  constructor(listener?: SessionListener) {
    this.#listener = listener;
  }

  async find(realmId: string, sessionId: string): Promise<UserSession | undefined> {
    return this.#find(realmId, sessionId);
  }

  async create(session: UserSession): Promise<void> {
    if (this.#find(session.realmId, session.id) !== undefined)
      throw new TypeError(`there is a session ${session.id}`);
    this.#change(session.realmId, { save: session }, false);
  }

  /** Nothing is awaited, so that no other change comes in between. */
  async update<Result>(
    { realmId, id, jti }: SessionKey,
    change: (session: UserSession | undefined, isRevoked: boolean) => SessionDecision<Result>,
  ): Promise<Result> {
    const before = this.#find(realmId, id);
    const isRevoked = jti !== undefined && this.#isRevoked(realmId, jti);
    const { session, revoked, result } = change(before, isRevoked);
    if (session === 'ended') {
      if (before !== undefined || revoked !== undefined)
        this.#change(realmId, { remove: id, ...revoking(revoked) }, true);
    } else if (session !== undefined && session !== before) {
      if (session.id !== id || session.realmId !== realmId)
        throw new TypeError(`session ${id} cannot become ${session.id}`);
      this.#change(
        realmId,
        { save: session, ...revoking(revoked) },
        revoked !== undefined || revokesAccess(before, session),
      );
    } else if (revoked !== undefined) this.#change(realmId, { revoke: revoked }, true);
    return result;
  }

  async remove(realmId: string, sessionId: string): Promise<UserSession | undefined> {
    const session = this.#find(realmId, sessionId);
    if (session !== undefined) this.#change(realmId, { remove: sessionId }, true);
    return session;
  }

  async discard(known: UserSession): Promise<boolean> {
    if (this.#find(known.realmId, known.id) !== known) return false;
    this.#change(known.realmId, { remove: known.id }, false);
    return true;
  }

  async *list(realmId: string, query: SessionQuery = {}): AsyncGenerator<UserSession, void> {
    const realm = this.#realms.get(realmId);
    if (realm === undefined) return;
    let read = 0;
    for (const session of query.userId === undefined ? realm.byId.values() : ofUser(realm, query.userId)) {
      if (matches(session, query)) yield session;
      read += 1;
      if (read % SLICE_ITEMS === 0) await setImmediate();
    }
  }

  async page(realmId: string, query: SessionQuery, { first, max }: Page): Promise<readonly UserSession[]> {
    const found: UserSession[] = [];
    for await (const session of this.list(realmId, query)) found.push(session);
    return found.sort(byLastUse).slice(first, first + max);
  }

  async count(realmId: string, query?: SessionQuery): Promise<number> {
    let count = 0;
    for await (const _session of this.list(realmId, query)) count += 1;
    return count;
  }

  async countByClient(
    realmId: string,
    clientUuids: Iterable<string>,
    query?: SessionQuery,
  ): Promise<ReadonlyMap<string, SessionCounts>> {
    const wanted = new Set(clientUuids);
    const counts = new Map<string, SessionCounts>();
    for await (const { clients, offline } of this.list(realmId, query))
      for (const uuid of Object.keys(clients))
        if (wanted.has(uuid)) counts.set(uuid, oneMore(counts.get(uuid), offline));
    return counts;
  }

  async countByRealm(
    active: ReadonlyMap<string, SessionLimits>,
  ): Promise<ReadonlyMap<string, SessionCounts>> {
    const counts = new Map<string, SessionCounts>();
    for (const [realmId, limits] of active) {
      let count = NONE;
      for await (const { offline } of this.list(realmId, { active: limits })) count = oneMore(count, offline);
      counts.set(realmId, count);
    }
    return counts;
  }

  async *sweep(ended: ReadonlyMap<string, SessionLimits>): AsyncGenerator<UserSession, void> {
    for (const [realmId, limits] of ended)
      for await (const session of this.list(realmId))
        if (hasEnded(limits, session) && (await this.discard(session))) yield session;
  }

  async revokeToken(realmId: string, jti: string, expiresAt: number): Promise<boolean> {
    if (this.#isRevoked(realmId, jti)) return false;
    this.#change(realmId, { revoke: { [jti]: expiresAt } }, true);
    return true;
  }

  async isTokenRevoked(realmId: string, jti: string): Promise<boolean> {
    return this.#isRevoked(realmId, jti);
  }

  async forgetExpiredTokens(times: ReadonlyMap<string, number>): Promise<void> {
    for (const [realmId, now] of times) {
      const revoked = this.#realms.get(realmId)?.revoked ?? new Map<string, number>();
      const before = revoked.size;
      for (const [jti, expiresAt] of revoked) if (expiresAt <= now) revoked.delete(jti);
      if (revoked.size < before) this.#listener?.revokedTokensChanged(realmId, revoked);
    }
  }

  /** Reads at once, before it returns. */
  async capture(realmId: string): Promise<SessionSet> {
    const realm = this.#realms.get(realmId);
    return {
      sessions: [...(realm?.byId.values() ?? [])],
      revoked: Object.fromEntries(realm?.revoked ?? []),
    };
  }

  async restore(realmId: string, { sessions, revoked }: SessionSet): Promise<void> {
    for (const save of sessions) this.#change(realmId, { save }, false);
    if (Object.keys(revoked).length > 0) this.#change(realmId, { revoke: revoked }, true);
  }

  /** Applies a change that is already on disk. */
  apply(realmId: string, { save, remove, revoke }: SessionChange): void {
    if (save !== undefined) this.#put(save);
    if (remove !== undefined) this.#take(realmId, remove);
    if (revoke === undefined) return;
    const { revoked } = this.#realm(realmId);
    for (const jti of Object.keys(revoke)) revoked.set(jti, revoke[jti] ?? 0);
  }

  /** All revoked tokens of a realm; the map follows later changes. */
  revokedTokens(realmId: string): ReadonlyMap<string, number> {
    return this.#realm(realmId).revoked;
  }

  removeRealm(realmId: string): void {
    if (this.#realms.delete(realmId)) this.#listener?.realmRemoved(realmId);
  }

  #change(realmId: string, change: SessionChange, isRevocation: boolean): void {
    this.#listener?.sessionChanging(realmId, change, isRevocation);
    this.apply(realmId, change);
    if (change.revoke !== undefined)
      this.#listener?.revokedTokensChanged(realmId, this.revokedTokens(realmId));
  }

  #find(realmId: string, sessionId: string): UserSession | undefined {
    return this.#realms.get(realmId)?.byId.get(sessionId);
  }

  #isRevoked(realmId: string, jti: string): boolean {
    return this.#realms.get(realmId)?.revoked.has(jti) === true;
  }

  #put(session: UserSession): void {
    const realm = this.#realm(session.realmId);
    realm.byId.set(session.id, session);
    const ids = realm.idsByUser.get(session.userId);
    if (ids === undefined) realm.idsByUser.set(session.userId, new Set([session.id]));
    else ids.add(session.id);
  }

  #take(realmId: string, sessionId: string): void {
    const realm = this.#realms.get(realmId);
    const session = realm?.byId.get(sessionId);
    if (realm === undefined || session === undefined) return;
    realm.byId.delete(sessionId);
    const ids = realm.idsByUser.get(session.userId);
    ids?.delete(sessionId);
    if (ids?.size === 0) realm.idsByUser.delete(session.userId);
  }

  #realm(realmId: string): RealmSessions {
    const known = this.#realms.get(realmId);
    if (known !== undefined) return known;
    const realm: RealmSessions = { byId: new Map(), idsByUser: new Map(), revoked: new Map() };
    this.#realms.set(realmId, realm);
    return realm;
  }
}

function* ofUser({ byId, idsByUser }: RealmSessions, userId: string): Generator<UserSession, void> {
  for (const id of idsByUser.get(userId) ?? []) {
    const session = byId.get(id);
    if (session !== undefined) yield session;
  }
}

function matches(session: UserSession, { clientUuid, offline, active }: SessionQuery): boolean {
  if (offline !== undefined && session.offline !== offline) return false;
  if (active !== undefined && hasEnded(active, session)) return false;
  return clientUuid === undefined || Object.hasOwn(session.clients, clientUuid);
}

function revoking(revoke: RevokedTokens | undefined): Pick<SessionChange, 'revoke'> {
  return revoke === undefined ? {} : { revoke };
}

/** Whether a client leaves the session or uses a rotating refresh token. */
function revokesAccess(before: UserSession | undefined, after: UserSession): boolean {
  if (before === undefined) return false;
  for (const uuid of Object.keys(before.clients)) {
    const part = after.clients[uuid];
    if (part === undefined) return true;
    const use = before.clients[uuid]?.refreshTokenUse;
    // Each use of a token creates a new object.
    if (part.refreshTokenUse !== use) return true;
  }
  return false;
}
