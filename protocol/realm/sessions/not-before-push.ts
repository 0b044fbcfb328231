// The interface for pushing not-before policies, which keeps the admin API independent of the protocols.
import type { Client } from '../view/realm.ts';
import type { SessionEndContext } from './sessions.ts';

/** The URLs called, by outcome. Compat: Keycloak's member names. */
export interface NotBeforePushResult {
  readonly successRequests: readonly string[];
  readonly failedRequests: readonly string[];
}

/** Sends the not-before policy to clients with an Admin URL. Never throws: the result has the failures. */
export type NotBeforePush = (
  context: SessionEndContext,
  clients: readonly Client[],
) => Promise<NotBeforePushResult>;
