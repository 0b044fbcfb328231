// Wire types of the query over Activity, with which tests ask what the realm has seen.
import type { ActivitySummary } from './activity.ts';
import type { FlowKind } from './flow-names.ts';

/** A flow by its name, as the window and the trace name it. */
export interface ActivityFlowWire {
  /** `flow` of its exchanges. */
  readonly id: string;
  readonly kind: FlowKind;
  /** What it is, whose it is and how it ended: `CIBA · bob · approved`. */
  readonly name: string;
  /** Why it was refused or failed, in short. */
  readonly problem?: string;
}

/** Response of `GET /emulator/v1/realms/{realm}/activity/query`. */
export interface ActivityQueryWire {
  /** The matching exchanges, oldest first; at most 1000. */
  readonly exchanges: readonly ActivitySummary[];
  /** The flows of `exchanges`, in the order of their first matching exchange. */
  readonly flows: readonly ActivityFlowWire[];
  /** All matching exchanges. */
  readonly count: number;
  /** Fewer than the requested `count` had happened within `wait`. */
  readonly timedOut: boolean;
  /** Pass it as `since` to ask for what happens from now on. Empty while Activity is empty. */
  readonly next: string;
}
