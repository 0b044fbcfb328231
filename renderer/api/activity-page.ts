// Adds exchanges from the live stream to the list that the console holds.
import type { ActivityPage, ActivitySummary } from '#protocol/contract/activity.ts';

/** The page with `records` (oldest first) added: no exchange twice, newest first, never more than the server itself remembers. */
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
