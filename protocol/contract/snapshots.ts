// Wire types of snapshots: states of a realm that a test can come back to.

export interface SnapshotWire {
  readonly id: string;
  /** When it was taken, ISO 8601 on the machine's clock. */
  readonly createdAt: string;
  /** How many users it has. */
  readonly users: number;
  /** How many browser and offline sessions it has. */
  readonly sessions: number;
}
