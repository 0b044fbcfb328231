// Wire types of imports of realm files, and of what else makes a realm as a whole.

/** What happens to a realm of the file that exists already. */
export type ExistingRealms = 'refuse' | 'replace' | 'skip';

/**
 * `reading`: the file is parsed. `waiting`: it is parsed, and the import waits for `start`. `checking`: every member is
 * checked, and defaults are filled in. `storing`: realms are written. The others are final: `failed` and `cancelled`
 * leave nothing behind.
 */
export type ImportPhase = 'reading' | 'waiting' | 'checking' | 'storing' | 'done' | 'failed' | 'cancelled';

/** A realm of the file. */
export interface ImportedRealmWire {
  readonly realm: string;
  readonly clients: number;
  readonly users: number;
  /** Whether there is a realm of this name, which the import refuses, replaces or skips. */
  readonly exists: boolean;
  /** What the import has done; absent before it is done. */
  readonly outcome?: 'created' | 'replaced' | 'skipped';
  /** Lines of its import report; absent for a realm that is not imported. */
  readonly settingsWithoutEffect?: number;
}

/** Why an import failed. */
export interface ImportProblemWire {
  /** Names the realm, if the file has several, the member and what is wrong with it. */
  readonly message: string;
  /** How to fix it. */
  readonly remedy: string;
  /** Path of the invalid member: `clients[3].redirectUris`; absent if the fault is elsewhere. */
  readonly member?: string;
}

/** The import of a realm file. */
export interface ImportWire {
  readonly id: string;
  readonly phase: ImportPhase;
  /** Users that the phase has handled so far. */
  readonly usersDone: number;
  /** Users of all realms of the file; 0 while it is read. */
  readonly usersTotal: number;
  /** Empty while the file is read. */
  readonly realms: readonly ImportedRealmWire[];
  /** Present if it failed. */
  readonly problem?: ImportProblemWire;
}

/** The body of `POST /emulator/v1/realms/{realm}/duplicates`. */
export interface DuplicateRequestWire {
  /** Name of the new realm. */
  readonly realm: string;
}

/** A new duplicate of a realm. */
export interface DuplicateWire {
  readonly realm: string;
  readonly id: string;
}

/** What a reset of a realm goes back to. */
export interface RealmOriginWire {
  /**
   * `stored`: as it was when it was created, imported or cloned. `start`: as it was when the server started, because
   * nothing earlier is known.
   */
  readonly kind: 'stored' | 'start';
  /** When that was, ISO 8601 on the machine's clock. */
  readonly at: string;
}
