// Sessions and revoked tokens in memory. A listener saves each change before it is applied.
import type { RevokedTokens, SessionStore, UserSession } from '../store.ts';

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

export class SessionMemory implements SessionStore {
  readonly #realms = new Map<string, RealmSessions>();
  readonly #listener: SessionListener | undefined;

  constructor(listener?: SessionListener) {
    this.#listener = listener;
  }

  find(realmId: string, sessionId: string): UserSession | undefined {
    return this.#realms.get(realmId)?.byId.get(sessionId);
  }

  save(session: UserSession, revoked?: RevokedTokens): void {
    const before = this.find(session.realmId, session.id);
    const change = revoked === undefined ? { save: session } : { save: session, revoke: revoked };
    this.#change(session.realmId, change, revoked !== undefined || revokesAccess(before, session));
  }

  remove(realmId: string, sessionId: string): boolean {
    if (this.find(realmId, sessionId) === undefined) return false;
    this.#change(realmId, { remove: sessionId }, true);
    return true;
  }

  discard(realmId: string, sessionId: string): boolean {
    if (this.find(realmId, sessionId) === undefined) return false;
    this.#change(realmId, { remove: sessionId }, false);
    return true;
  }

  list(realmId: string): Iterable<UserSession> {
    return this.#realms.get(realmId)?.byId.values() ?? [];
  }

  listByUser(realmId: string, userId: string): readonly UserSession[] {
    const realm = this.#realms.get(realmId);
    const ids = realm?.idsByUser.get(userId) ?? [];
    return [...ids].flatMap((id) => realm?.byId.get(id) ?? []);
  }

  revokeToken(realmId: string, jti: string, expiresAt: number): void {
    this.#change(realmId, { revoke: { [jti]: expiresAt } }, true);
  }

  isTokenRevoked(realmId: string, jti: string): boolean {
    return this.#realms.get(realmId)?.revoked.has(jti) === true;
  }

  listRevokedTokens(realmId: string): RevokedTokens {
    return Object.fromEntries(this.#realms.get(realmId)?.revoked ?? []);
  }

  forgetExpiredTokens(realmId: string, now: number): void {
    const revoked = this.#realms.get(realmId)?.revoked ?? new Map<string, number>();
    const before = revoked.size;
    for (const [jti, expiresAt] of revoked) if (expiresAt <= now) revoked.delete(jti);
    if (revoked.size < before) this.#listener?.revokedTokensChanged(realmId, revoked);
  }

  /** Applies a change that is already on disk. */
  restore(realmId: string, { save, remove, revoke }: SessionChange): void {
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
    this.restore(realmId, change);
    if (change.revoke !== undefined)
      this.#listener?.revokedTokensChanged(realmId, this.revokedTokens(realmId));
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
