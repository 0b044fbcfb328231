// Remembers the IDs of answered requests, which are single-use.
import { sha256Base64Url } from '#protocol/crypto/identifiers.ts';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { RealmValue, Store } from '#protocol/store/store.ts';

/** Tolerated lead of a service provider's clock. */
export const CLOCK_SKEW_SECONDS = 60;

/** IDs are forgotten once their requests would be too old. */
export interface UsedRequests {
  /** @throws {SamlStatusError} `replayed_request` if this ID was answered before. SAML Core §1.3.4. */
  check(exchange: RealmExchange, client: Client, id: string): Promise<void>;
  /** Marks a request as answered, once. @throws {SamlStatusError} as `check`. */
  consume(exchange: RealmExchange, client: Client, id: string): Promise<void>;
}

function refuseReplay({ clientId }: Client, id: string): SamlStatusError {
  return new SamlStatusError('replayed_request', {
    reason: `Client ${clientId} has sent this request before, and it has been answered (ID ${id}).`,
    remedy: 'Begin the sign-in again at the application, so that it sends a request with a new ID.',
  });
}

export function createUsedRequests(store: Pick<Store, 'createExpiringStore'>): UsedRequests {
  const used = store.createExpiringStore<RealmValue>('used-saml-request', { capacity: 100_000 });
  // Hashed so that a long ID takes no more room than a short one.
  const keyOf = (client: Client, id: string): string => sha256Base64Url(`${client.id}\n${id}`);
  return {
    async check({ realm, clock }, client, id) {
      const known = await used.find(realm.id, keyOf(client, id), clock.now());
      if (known !== undefined) throw refuseReplay(client, id);
    },
    async consume({ realm, clock }, client, id) {
      const now = clock.now();
      const until = now + (realm.lifespans.accessCodeLogin + CLOCK_SKEW_SECONDS) * 1000;
      if (!(await used.add(keyOf(client, id), { realmId: realm.id }, until, now)))
        throw refuseReplay(client, id);
    },
  };
}
