// Adds exchanges from the live stream to the loaded list.
import type { ActivityPage, ActivitySummary } from '#protocol/contract/activity.ts';

/** Adds `records` (oldest first) to the page: no duplicates, newest first, at most the server's capacity. */
export function addToPage(page: ActivityPage, records: readonly ActivitySummary[]): ActivityPage {
  const known = new Set(page.records.map((record) => record.id));
  const added = records.filter((record) => !known.has(record.id) && known.add(record.id));
  if (added.length === 0) return page;
  return {
    ...page,
    records: [...added.reverse(), ...page.records].slice(0, page.capacity),
    refusals: page.refusals + added.filter((record) => record.refusal !== undefined).length,
  };
}
