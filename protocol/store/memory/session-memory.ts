// Sessions and revoked tokens in memory; tells whoever listens what has changed, so that it can be written.
import type { SessionStore, UserSession } from '../store.ts';

/** What changed, for the part that writes to disk. */
export interface SessionListener {
  /** `session` is undefined when it was removed. */
  sessionChanged(realmId: string, sessionId: string, session: UserSession | undefined): void;
  tokenRevoked(realmId: string, jti: string, expiresAt: number): void;
}

interface RealmSessions {
  readonly byId: Map<string, UserSession>;
  readonly idsByUser: Map<string, Set<string>>;
  /** Instant of expiry by `jti`. */
  readonly revoked: Map<string, number>;
}

const nobody: SessionListener = { sessionChanged: () => undefined, tokenRevoked: () => undefined };

/** Sessions of all realms. */
export class SessionMemory implements SessionStore {
  readonly #realms = new Map<string, RealmSessions>();
  readonly #listener: SessionListener;

  constructor(listener: SessionListener = nobody) {
    this.#listener = listener;
  }

  find(realmId: string, sessionId: string): UserSession | undefined {
    return this.#realms.get(realmId)?.byId.get(sessionId);
  }

  save(session: UserSession): void {
    this.load(session);
    this.#listener.sessionChanged(session.realmId, session.id, session);
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
    this.#listener.sessionChanged(realmId, sessionId, undefined);
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
    this.loadRevoked(realmId, jti, expiresAt);
    this.#listener.tokenRevoked(realmId, jti, expiresAt);
  }

  loadRevoked(realmId: string, jti: string, expiresAt: number): void {
    this.#realm(realmId).revoked.set(jti, expiresAt);
  }

  isTokenRevoked(realmId: string, jti: string): boolean {
    return this.#realms.get(realmId)?.revoked.has(jti) === true;
  }

  /** Forgets a realm with everything in it. */
  removeRealm(realmId: string): void {
    this.#realms.delete(realmId);
  }

  #realm(realmId: string): RealmSessions {
    const known = this.#realms.get(realmId);
    if (known !== undefined) return known;
    const realm: RealmSessions = { byId: new Map(), idsByUser: new Map(), revoked: new Map() };
    this.#realms.set(realmId, realm);
    return realm;
  }
}
