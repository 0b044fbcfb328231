// The limit on wrong user codes: a code is short, so nobody may try many.
import type { Clock } from '#protocol/clock.ts';
import type { ExpiringStore, Store } from '#protocol/store/store.ts';

/** Wrong codes that one address may send to one realm within the window. */
const MAX_WRONG = 20;
const WINDOW_MS = 5 * 60 * 1000;

/** Who tries: a request's exchange will do. */
export interface Guesser {
  readonly realm: { readonly id: string };
  readonly remoteAddress: string;
  readonly clock: Clock;
}

/** Counts wrong user codes by realm and address. RFC 8628 §5.1. */
export interface GuessLimit {
  /** Seconds until the caller may try again; 0: it may now. */
  waitSeconds(exchange: Guesser): number;
  /** The caller sent a code that nobody has. */
  count(exchange: Guesser): void;
}

interface Wrong {
  readonly count: number;
  /** Milliseconds on the realm's clock. */
  readonly endsAt: number;
}

/** Makes the limit; it is kept in memory. */
export function createGuessLimit(store: Pick<Store, 'createExpiringStore'>): GuessLimit {
  const wrong: ExpiringStore<Wrong> = store.createExpiringStore<Wrong>(10_000);
  const keyOf = ({ realm, remoteAddress }: Guesser): string => `${realm.id} ${remoteAddress}`;
  return {
    waitSeconds(exchange) {
      const now = exchange.clock.now();
      const found = wrong.find(keyOf(exchange), now);
      return found === undefined || found.count < MAX_WRONG ? 0 : Math.ceil((found.endsAt - now) / 1000);
    },
    count(exchange) {
      const now = exchange.clock.now();
      const found = wrong.find(keyOf(exchange), now);
      const endsAt = found?.endsAt ?? now + WINDOW_MS;
      wrong.put(keyOf(exchange), { count: (found?.count ?? 0) + 1, endsAt }, endsAt, now);
    },
  };
}
