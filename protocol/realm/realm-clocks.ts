// One movable clock per realm, made when first asked for.
import { type Clock, createMovableClock, type MovableClock } from '#protocol/clock.ts';

/** The clock of a realm by its name. */
export type RealmClocks = (realmName: string) => MovableClock;

/** Clocks that follow `base` until they are moved. Offsets end with the process. */
export function createRealmClocks(base: Clock): RealmClocks {
  const clocks = new Map<string, MovableClock>();
  return (realmName) => {
    const known = clocks.get(realmName);
    if (known !== undefined) return known;
    const clock = createMovableClock(base);
    clocks.set(realmName, clock);
    return clock;
  };
}
