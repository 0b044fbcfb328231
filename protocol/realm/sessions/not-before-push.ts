// What telling applications that older tokens are no longer good looks like, so that administrators and protocols need not know each other.
import type { Client } from '../view/realm.ts';
import type { SessionEndContext } from './sessions.ts';

/** Which Admin URLs have taken the news; the addresses that were called. */
export interface NotBeforePushResult {
  readonly successRequests: readonly string[];
  readonly failedRequests: readonly string[];
}

/** Tells clients that have an Admin URL since when tokens are good. Never throws: what goes wrong is the result. */
export type NotBeforePush = (
  context: SessionEndContext,
  clients: readonly Client[],
) => Promise<NotBeforePushResult>;
