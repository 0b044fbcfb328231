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
  /**
   * Counts a code as wrong before it is looked up, so that codes sent at once are all counted. Seconds until the caller
   * may try again, in which case nothing is counted; 0 if allowed now.
   */
  begin(exchange: Guesser): Promise<number>;
  /** The code was right: it does not count. */
  forgive(exchange: Guesser): Promise<void>;
}

interface Wrong extends RealmValue {
  readonly count: number;
  /** Milliseconds on the realm's clock. */
  readonly endsAt: number;
}

/** Counts by `update`, so that codes sent to several servers add up. */
export function createGuessLimit(store: Pick<Store, 'createExpiringStore'>): GuessLimit {
  const wrong: ExpiringStore<Wrong> = store.createExpiringStore<Wrong>('wrong-user-codes', {
    capacity: 10_000,
  });
  return {
    begin({ realm, remoteAddress, clock }) {
      const now = clock.now();
      return wrong.update(realm.id, remoteAddress, now, (known) => {
        if (known !== undefined && known.count >= MAX_WRONG)
          return { result: Math.ceil((known.endsAt - now) / 1000) };
        const endsAt = known?.endsAt ?? now + WINDOW_MS;
        const count = (known?.count ?? 0) + 1;
        return { value: { realmId: realm.id, count, endsAt }, expiresAt: endsAt, result: 0 };
      });
    },
    forgive({ realm, remoteAddress, clock }) {
      return wrong.update(realm.id, remoteAddress, clock.now(), (known) =>
        known === undefined
          ? { result: undefined }
          : { value: known.count > 1 ? { ...known, count: known.count - 1 } : 'removed', result: undefined },
      );
    },
  };
}
