// For the tests of this folder: a manual clock, a realm's view, and lookup of its clients.
import { type Clock, createMovableClock, type MovableClock } from '#protocol/clock.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { normalizeRealm } from '../file/normalize-realm.ts';
import type { Client, Realm } from '../view/realm.ts';
import { viewRealm } from '../view/view-realm.ts';

/** A moment for tests, in milliseconds: 2026-01-01T00:00:00Z. */
export const TEST_NOW: number = Date.UTC(2026, 0, 1);

/** A clock that does not advance until it is moved. */
export function manualClock(): MovableClock {
  const still: Clock = { now: () => TEST_NOW };
  return createMovableClock(still);
}

/** The view of a realm named `r` as it is after import. */
export function testRealm(members: Partial<RealmRepresentation> = {}): Realm {
  return viewRealm(normalizeRealm({ id: 'r-id', realm: 'r', ...members }, manualClock()).realm);
}

/** A client of the test realm. @throws {TypeError} when there is none. */
export function clientOf(realm: Realm, clientId: string): Client {
  const client = realm.clients.get(clientId);
  if (client === undefined) throw new TypeError(`the test realm has no client ${clientId}`);
  return client;
}
