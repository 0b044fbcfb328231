// The format of state files: a line of JSON for each thing that a store keeps, so that files of any size can be streamed.
import type { ClockSetting, StoredRealm, StoredUser, UserSession } from '#protocol/store/store.ts';

/** Value of `format` in the first line. */
export const STATE_FORMAT = 'understudy-state';

/** How every state file begins. */
export const STATE_START: string = `{"format":"${STATE_FORMAT}"`;

/** Raised when an earlier version could not read the file. */
export const STATE_VERSION = 1;

/** Ends the name of a state file in a folder. Keycloak's import and `--import-realm` read only `.json`. */
export const STATE_SUFFIX = '-state.jsonl';

/** The first line of a realm. */
export interface StateHeader {
  readonly format: typeof STATE_FORMAT;
  readonly version: number;
  readonly realm: string;
  /** The realm's place in the order of creation. */
  readonly position: number;
  /** ISO 8601. */
  readonly exportedAt: string;
}

/** How many lines of each kind a realm has. */
export interface StateCounts {
  readonly users: number;
  readonly originUsers: number;
  readonly sessions: number;
  readonly revokedTokens: number;
}

/** The last line of a realm. */
export interface StateEnd extends StateCounts {
  /** SHA-256, in hexadecimal, of all lines of the realm before this one. */
  readonly sha256: string;
  /** The same of the realm's files for Keycloak in the folder, by name. */
  readonly files: Readonly<Record<string, string>>;
}

/** The lines of a realm between the first and the last, in this order. */
export interface StateLines {
  readonly realm: StoredRealm;
  readonly clock: ClockSetting;
  readonly origin: { readonly storedAt: number; readonly realm: StoredRealm };
  /** With `"original": true` beside it if the origin contains the same user. */
  readonly user: StoredUser;
  readonly originUser: StoredUser;
  readonly session: UserSession;
  readonly revokedToken: { readonly jti: string; readonly expiresAt: number };
  readonly end: StateEnd;
}

/** Names of the lines in their order. */
export const LINE_ORDER: readonly (keyof StateLines)[] = [
  'realm',
  'clock',
  'origin',
  'user',
  'originUser',
  'session',
  'revokedToken',
  'end',
];
