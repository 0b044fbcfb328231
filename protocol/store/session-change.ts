// Which session is found or changed, and what becomes of it.
import type { RevokedTokens, StoredUser, UserSession } from './store.ts';

/** Which session is changed. */
export interface SessionKey {
  readonly realmId: string;
  readonly id: string;
  /** A token of which the change must know whether it is revoked. */
  readonly jti?: string;
  /**
   * The session as the caller has last read or stored it, the same object. If it is still so, a database changes it
   * without reading it again.
   */
  readonly known?: UserSession;
}

/** What a change makes of a session. All of it is stored, or nothing. */
export interface SessionDecision<Result> {
  /** The session to store in its place; `ended` removes it; absent: it stays as it is. */
  readonly session?: UserSession | 'ended';
  /** Tokens to revoke. */
  readonly revoked?: RevokedTokens;
  readonly result: Result;
}

/** A session with what is needed to judge a token of it. */
export interface FoundSession {
  readonly session: UserSession | undefined;
  /** The session's user; undefined if there is no session or the user is gone. */
  readonly user: StoredUser | undefined;
  /** Whether the token that was asked about is revoked. */
  readonly isRevoked: boolean;
}
