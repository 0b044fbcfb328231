// Time that has passed in every realm, for sweeps of values whose realms may stand still.
import { monotonicMs } from '#protocol/clock.ts';
import type { ClockSetting } from '../store.ts';

/** Stands still while the clock of at least one realm does, so that no value is swept before its realm's time is up. */
export class SharedTime {
  readonly #frozen = new Set<string>();
  readonly #monotonicMs: () => number;
  #heldMs = 0;
  #heldSince = 0;

  constructor(elapsedMs: () => number = monotonicMs) {
    this.#monotonicMs = elapsedMs;
  }

  /** Milliseconds; the zero point is arbitrary. */
  elapsedMs(): number {
    return (this.#frozen.size > 0 ? this.#heldSince : this.#monotonicMs()) - this.#heldMs;
  }

  /** Called with each setting of a realm's clock, and with undefined when the realm is removed. */
  follow(realmId: string, setting: ClockSetting | undefined): void {
    const wasHeld = this.#frozen.size > 0;
    if (setting?.frozenAt === undefined) this.#frozen.delete(realmId);
    else this.#frozen.add(realmId);
    const isHeld = this.#frozen.size > 0;
    if (isHeld === wasHeld) return;
    if (isHeld) this.#heldSince = this.#monotonicMs();
    else this.#heldMs += this.#monotonicMs() - this.#heldSince;
  }
}
