// Wire types of a realm's clock.

/** A realm's time: `GET /emulator/v1/realms/{realm}/clock`. */
export interface ClockWire {
  /** Milliseconds ahead of real time; negative when behind. Shrinks while the clock is frozen. */
  readonly offsetMs: number;
  /** The realm's time, ISO 8601. */
  readonly now: string;
  /** Whether the realm's time stands still. */
  readonly frozen: boolean;
}

/** The body of `PUT /emulator/v1/realms/{realm}/clock`: exactly one member. Only `frozen` freezes and releases. */
export interface ClockChangeWire {
  /** Milliseconds ahead of real time, at most a hundred years either way; 0 is real time. */
  readonly offsetMs?: number;
  /** The realm's time from now on: ISO 8601 with a time zone, `2030-01-31T12:00:00Z`. */
  readonly now?: string;
  /** True: the realm's time stands still. False: it goes on from where it stands. */
  readonly frozen?: boolean;
  /** Milliseconds to add to the realm's time, at least 0; also while it stands still. */
  readonly advanceMs?: number;
}

/** What of one kind became due. */
export interface DueItemsWire {
  readonly count: number;
  /** Distinct names of the first 20. */
  readonly names: readonly string[];
}

/** What became due between the time before a move of the clock and the time after it. Empty after a move back. */
export interface DueWire {
  /** Browser sessions that ended, by username. */
  readonly sessions: DueItemsWire;
  /** Offline sessions that ended, by username. */
  readonly offlineSessions: DueItemsWire;
  /** CIBA requests that expired unanswered, by username; their prompts on the device expired with them. */
  readonly prompts: DueItemsWire;
  /** User codes of the device grant that expired before a user approved them. */
  readonly deviceCodes: DueItemsWire;
  /** Authorization codes that expired unused, by clientId. */
  readonly codes: DueItemsWire;
}

/** The response of `PUT /emulator/v1/realms/{realm}/clock`. */
export interface ClockMoveWire extends ClockWire {
  readonly due: DueWire;
}
