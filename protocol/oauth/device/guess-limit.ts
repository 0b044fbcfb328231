// The limit on wrong user codes: codes are short, so guessing must be slow.
import type { Clock } from '#protocol/clock.ts';
import type { ExpiringStore, RealmValue, Store } from '#protocol/store/store.ts';

/** Wrong codes per address and realm within the window. */
const MAX_WRONG = 20;
const WINDOW_MS = 5 * 60 * 1000;

/** The caller; an exchange matches this type. */
export interface Guesser {
  readonly realm: { readonly id: string };
  readonly remoteAddress: string;
  readonly clock: Clock;
}

/** Counts wrong user codes by realm and address. RFC 8628 §5.1. */
export interface GuessLimit {
  /** Seconds until the caller may try again; 0 if allowed now. */
  waitSeconds(exchange: Guesser): number;
  /** Counts a wrong code. */
  count(exchange: Guesser): void;
}

interface Wrong extends RealmValue {
  readonly count: number;
  /** Milliseconds on the realm's clock. */
  readonly endsAt: number;
}

/** Counts in memory only. */
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
      wrong.put(
        keyOf(exchange),
        { realmId: exchange.realm.id, count: (found?.count ?? 0) + 1, endsAt },
        endsAt,
        now,
      );
    },
  };
}
