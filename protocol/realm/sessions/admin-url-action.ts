// The interface for calls of clients' Admin URLs, which keeps the admin API independent of the protocols.
import type { Client } from '../view/realm.ts';
import type { LogoutNotice, SessionEndContext } from './sessions.ts';

/** Compat: Keycloak's member names. */
export interface AdminUrlResult {
  /** Admin URLs, without the name of the action. */
  readonly successRequests: readonly string[];
  readonly failedRequests: readonly string[];
  /** One for each URL, for Activity. */
  readonly notices: readonly LogoutNotice[];
}

/** Calls the clients that have an Admin URL. Never throws: the result has the failures. */
export type AdminUrlAction = (
  context: SessionEndContext,
  clients: readonly Client[],
) => Promise<AdminUrlResult>;
