// Sessions and revoked tokens in memory; tells whoever listens what has changed, so that it can be written.
import type { SessionStore, UserSession } from '../store.ts';

/** What changed, for the part that writes to disk. */
export interface SessionListener {
  /** `session` is undefined when it was removed. */
  sessionChanged(realmId: string, sessionId: string, session: UserSession | undefined): void;
  /** `tokens` are all that are revoked now: instants of expiry by `jti`. */
  revokedTokensChanged(realmId: string, tokens: ReadonlyMap<string, number>): void;
  /** Everything of the realm is forgotten. */
  realmRemoved(realmId: string): void;
}

interface RealmSessions {
  readonly byId: Map<string, UserSession>;
  readonly idsByUser: Map<string, Set<string>>;
  /** Instant of expiry by `jti`. */
  readonly revoked: Map<string, number>;
}

/** Sessions of all realms. */
export class SessionMemory implements SessionStore {
  readonly #realms = new Map<string, RealmSessions>();
  readonly #listener: SessionListener | undefined;

  constructor(listener?: SessionListener) {
    this.#listener = listener;
  }

  find(realmId: string, sessionId: string): UserSession | undefined {
    return this.#realms.get(realmId)?.byId.get(sessionId);
  }

  save(session: UserSession): void {
    this.load(session);
    this.#listener?.sessionChanged(session.realmId, session.id, session);
  }

  /** Takes a session from disk: as `save`, but nothing is to be written. */
  load(session: UserSession): void {
    const realm = this.#realm(session.realmId);
    realm.byId.set(session.id, session);
    const ids = realm.idsByUser.get(session.userId);
    if (ids === undefined) realm.idsByUser.set(session.userId, new Set([session.id]));
    else ids.add(session.id);
  }

  remove(realmId: string, sessionId: string): boolean {
    const realm = this.#realms.get(realmId);
    const session = realm?.byId.get(sessionId);
    if (realm === undefined || session === undefined) return false;
    realm.byId.delete(sessionId);
    const ids = realm.idsByUser.get(session.userId);
    ids?.delete(sessionId);
    if (ids?.size === 0) realm.idsByUser.delete(session.userId);
    this.#listener?.sessionChanged(realmId, sessionId, undefined);
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
    this.loadRevokedToken(realmId, jti, expiresAt);
    this.#listener?.revokedTokensChanged(realmId, this.#realm(realmId).revoked);
  }

  /** Takes a revoked token from disk: as `revokeToken`, but nothing is to be written. */
  loadRevokedToken(realmId: string, jti: string, expiresAt: number): void {
    this.#realm(realmId).revoked.set(jti, expiresAt);
  }

  isTokenRevoked(realmId: string, jti: string): boolean {
    return this.#realms.get(realmId)?.revoked.has(jti) === true;
  }

  forgetExpiredTokens(realmId: string, now: number): void {
    const revoked = this.#realms.get(realmId)?.revoked ?? new Map<string, number>();
    const before = revoked.size;
    for (const [jti, expiresAt] of revoked) if (expiresAt <= now) revoked.delete(jti);
    if (revoked.size < before) this.#listener?.revokedTokensChanged(realmId, revoked);
  }

  /** Forgets a realm with everything in it. */
  removeRealm(realmId: string): void {
    if (this.#realms.delete(realmId)) this.#listener?.realmRemoved(realmId);
  }

  #realm(realmId: string): RealmSessions {
    const known = this.#realms.get(realmId);
    if (known !== undefined) return known;
    const realm: RealmSessions = { byId: new Map(), idsByUser: new Map(), revoked: new Map() };
    this.#realms.set(realmId, realm);
    return realm;
  }
}
