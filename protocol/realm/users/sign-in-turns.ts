// Lets the sign-in attempts of one user follow each other, whichever servers they arrive at.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, monotonicMs, systemClock } from '#protocol/clock.ts';
import type { ExpiringStore, Store } from '#protocol/store/store.ts';
import { createTurns } from './turns.ts';

/** An attempt that does not wait any longer has no turn. */
interface SignInTurn {
  /** Whether other attempts may have changed something since this one arrived. */
  readonly hasWaited: boolean;
  /** Whether it waited for longer than {@link MAX_WAIT_MS}, so that it runs beside others and must check nothing. */
  readonly isOverrun: boolean;
}

/** Runs an attempt after the earlier ones of the same user. */
export type TakeSignInTurn = <T>(
  user: { readonly realmId: string; readonly userId: string },
  attempt: (turn: SignInTurn) => Promise<T>,
) => Promise<T>;

/** What is measured and how; for tests. */
export interface TurnTimes {
  /** Monotonic milliseconds. */
  elapsedMs(): number;
  /** The machine's time, by which a turn ends that its server never gave back. */
  readonly clock: Clock;
}

/** Attempts wait at most this long behind others, in milliseconds. */
export const MAX_WAIT_MS = 10_000;

/** The turn of a server that ends in the middle of it is free after this time, in milliseconds. */
const HELD_MS = 20_000;

/** A turn of this length is certainly not another server's yet, whose clock may be ahead. Milliseconds. */
const SURELY_HELD_MS = 15_000;

/** Turns are kept by the machine's time. Above every realm's clock, so that a realm that is ahead does not drop them. */
const ABOVE_REALM_CLOCKS_MS = 1e15;

/** Milliseconds between two looks at a turn that another server has, growing. */
const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 64;

interface HeldTurn {
  readonly realmId: string;
}

interface Wait {
  readonly isFree: () => Promise<boolean>;
  readonly isOverrun: () => boolean;
}

/** Waits for another server. `isFree` takes the turn. */
async function waitForTurn({ isFree, isOverrun }: Wait, hasWaited: boolean): Promise<SignInTurn> {
  if (isOverrun()) return { hasWaited: true, isOverrun: true };
  if (await isFree()) return { hasWaited, isOverrun: false };
  for (let pause = FIRST_PAUSE_MS; !isOverrun(); pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    await sleep(pause * (0.5 + Math.random() / 2));
    if (await isFree()) return { hasWaited: true, isOverrun: false };
  }
  return { hasWaited: true, isOverrun: true };
}

/** Attempts at one server keep their order; between servers, the first to find the turn free has it. */
export function createSignInTurns(
  store: Pick<Store, 'createExpiringStore'>,
  { elapsedMs, clock }: TurnTimes = { elapsedMs: monotonicMs, clock: systemClock },
): TakeSignInTurn {
  const held: ExpiringStore<HeldTurn> = store.createExpiringStore<HeldTurn>('sign-in-turn');
  const takeTurnHere = createTurns();
  const take = ({ realmId, userId }: { readonly realmId: string; readonly userId: string }) => {
    const now = clock.now() + ABOVE_REALM_CLOCKS_MS;
    return held.add(userId, { realmId }, now + HELD_MS, now);
  };
  return (user, attempt) => {
    const arrivedAt = elapsedMs();
    const isOverrun = () => elapsedMs() - arrivedAt > MAX_WAIT_MS;
    return takeTurnHere(`${user.realmId} ${user.userId}`, async (hasWaitedHere) => {
      const turn = await waitForTurn({ isFree: () => take(user), isOverrun }, hasWaitedHere);
      if (turn.isOverrun) return attempt(turn);
      const takenAt = elapsedMs();
      try {
        return await attempt(turn);
      } finally {
        // A turn that is not given back ends by itself.
        if (elapsedMs() - takenAt < SURELY_HELD_MS)
          await held.remove(user.realmId, user.userId).catch(() => undefined);
      }
    });
  };
}
