// Remembers the IDs of answered requests, which are single-use.
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { RealmValue, Store } from '#protocol/store/store.ts';

/** Tolerated lead of a service provider's clock. */
export const CLOCK_SKEW_SECONDS = 60;

/** IDs are forgotten once their requests would be too old. */
export interface UsedRequests {
  /** @throws {SamlStatusError} `replayed_request` if this ID was answered before. SAML Core §1.3.4. */
  check(exchange: RealmExchange, client: Client, id: string): void;
  /** Marks a request as answered. @throws {SamlStatusError} as `check`. */
  consume(exchange: RealmExchange, client: Client, id: string): void;
}

/** Keeps the IDs in memory. */
export function createUsedRequests(store: Pick<Store, 'createExpiringStore'>): UsedRequests {
  const used = store.createExpiringStore<RealmValue>(100_000);
  const keyOf = ({ realm }: RealmExchange, client: Client, id: string): string =>
    `${realm.id} ${client.id} ${id}`;
  const check: UsedRequests['check'] = (exchange, client, id) => {
    if (used.find(keyOf(exchange, client, id), exchange.clock.now()) === undefined) return;
    throw new SamlStatusError('replayed_request', {
      reason: `Client ${client.clientId} has sent this request before, and it has been answered (ID ${id}).`,
      remedy: 'Begin the sign-in again at the application, so that it sends a request with a new ID.',
    });
  };
  return {
    check,
    consume(exchange, client, id) {
      check(exchange, client, id);
      const seconds = exchange.realm.lifespans.accessCodeLogin + CLOCK_SKEW_SECONDS;
      const now = exchange.clock.now();
      used.put(keyOf(exchange, client, id), { realmId: exchange.realm.id }, now + seconds * 1000, now);
    },
  };
}
