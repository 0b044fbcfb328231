// Wire types of the query over Activity, with which tests ask what the realm has seen.
import type { ActivitySummary } from './activity.ts';

/** Response of `GET /emulator/v1/realms/{realm}/activity/query`. */
export interface ActivityQueryWire {
  /** The matching exchanges, oldest first; at most 1000. */
  readonly exchanges: readonly ActivitySummary[];
  /** All matching exchanges. */
  readonly count: number;
  /** Fewer than the requested `count` had happened within `wait`. */
  readonly timedOut: boolean;
  /** Pass it as `since` to ask for what happens from now on. Empty while Activity is empty. */
  readonly next: string;
}
