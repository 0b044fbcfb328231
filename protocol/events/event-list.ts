// The newest events of each realm, in memory.
import { BoundedList } from '#protocol/log/bounded-list.ts';

/** What the list must know of an event. */
interface ListedEvent {
  /** Milliseconds since the epoch, on the realm's clock. */
  readonly time: number;
  readonly realmId: string;
}

/** Events that a snapshot keeps. */
export type CapturedEvents<Event> = readonly Event[];

export interface EventList<Event extends ListedEvent> {
  /** Drops the realm's oldest events when there are too many. */
  add(event: Event): void;
  /** Newest first. Events up to `expiredBefore` (milliseconds) are dropped; undefined: none has expired. */
  list(realmId: string, expiredBefore?: number): readonly Event[];
  clear(realmId: string): void;
  capture(realmId: string): CapturedEvents<Event>;
  restore(realmId: string, captured: CapturedEvents<Event>): void;
}

/** How many events a realm keeps of each kind: user events, admin events. */
const MAX_EVENTS = 10_000;
/** Their approximate memory. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Memory of an event besides its texts. */
const FIXED_BYTES = 256;

export function createEventList<Event extends ListedEvent>(
  capacity: number = MAX_EVENTS,
  maxBytes: number = MAX_BYTES,
): EventList<Event> {
  const lists = new Map<string, BoundedList<Event>>();

  function add(event: Event): void {
    const list = lists.get(event.realmId) ?? new BoundedList<Event>(capacity, maxBytes);
    lists.set(event.realmId, list);
    list.add(event, FIXED_BYTES + JSON.stringify(event).length);
  }

  return {
    add,
    list(realmId, expiredBefore) {
      const list = lists.get(realmId);
      if (list === undefined) return [];
      if (expiredBefore !== undefined) list.removeWhere(({ time }) => time <= expiredBefore);
      return list.all().reverse();
    },
    clear(realmId) {
      lists.delete(realmId);
    },
    capture: (realmId) => lists.get(realmId)?.all() ?? [],
    restore(realmId, captured) {
      lists.delete(realmId);
      for (const event of captured) add(event);
    },
  };
}
