// One movable clock per realm, created on first use.
import { type Clock, createMovableClock, type MovableClock } from '#protocol/clock.ts';
import { remember } from './view/remember.ts';

export type RealmClocks = (realmName: string) => MovableClock;

/** Clocks that follow `base` until they are moved. Offsets are lost with the process. */
export function createRealmClocks(base: Clock): RealmClocks {
  const clocks = new Map<string, MovableClock>();
  return (realmName) => remember(clocks, realmName, () => createMovableClock(base));
}
