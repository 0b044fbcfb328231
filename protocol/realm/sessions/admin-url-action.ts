// The interface for calls of clients' Admin URLs, which keeps the admin API independent of the protocols.
import type { Client } from '../view/realm.ts';
import type { SessionEndContext } from './sessions.ts';

/** The URLs called, by outcome. Compat: Keycloak's member names. */
export interface AdminUrlResult {
  readonly successRequests: readonly string[];
  readonly failedRequests: readonly string[];
}

/** Calls the clients that have an Admin URL. Never throws: the result has the failures. */
export type AdminUrlAction = (
  context: SessionEndContext,
  clients: readonly Client[],
) => Promise<AdminUrlResult>;
