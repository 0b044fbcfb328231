// Each realm's clock: it follows the machine's at an offset, or stands still; the store keeps its setting.
import type { Clock } from '#protocol/clock.ts';
import type { ClockSetting, RealmStore } from '#protocol/store/store.ts';

export interface RealmClock extends Clock {
  /** Milliseconds ahead of the machine's time; negative when behind. Shrinks while the clock is frozen. */
  readonly offsetMs: number;
  /** Whether the realm's time stands still. */
  readonly isFrozen: boolean;
  /**
   * Resolves when the setting is stored with the realm. A function is called after earlier changes and may throw.
   * @throws {TypeError} when there is no such realm.
   */
  set(setting: ClockSetting | (() => ClockSetting)): Promise<void>;
}

/** Clocks by realm name; a name without a realm has the machine's time. */
export type RealmClocks = (realmName: string) => RealmClock;

type ClockedRealms = Pick<RealmStore, 'find' | 'findClock' | 'setClock'>;

class KeptClock implements RealmClock {
  readonly #realms: ClockedRealms;
  readonly #base: Clock;
  readonly #realmId: string;

  constructor(realms: ClockedRealms, base: Clock, realmId: string) {
    this.#realms = realms;
    this.#base = base;
    this.#realmId = realmId;
  }

  now(): number {
    const setting = this.#realms.findClock(this.#realmId);
    return setting?.frozenAt ?? this.#base.now() + (setting?.offsetMs ?? 0);
  }

  get offsetMs(): number {
    const setting = this.#realms.findClock(this.#realmId);
    return setting?.frozenAt === undefined ? (setting?.offsetMs ?? 0) : setting.frozenAt - this.#base.now();
  }

  get isFrozen(): boolean {
    return this.#realms.findClock(this.#realmId)?.frozenAt !== undefined;
  }

  set(setting: ClockSetting | (() => ClockSetting)): Promise<void> {
    return this.#realms.setClock(this.#realmId, typeof setting === 'function' ? setting : () => setting);
  }
}

/** A clock follows its realm when that is renamed, and ends with it. */
export function createRealmClocks(realms: ClockedRealms, base: Clock): RealmClocks {
  return (realmName) => new KeptClock(realms, base, realms.find(realmName)?.id ?? '');
}
