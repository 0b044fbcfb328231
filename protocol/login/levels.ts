// Levels of authentication: what the user has proven, when, and the resulting `acr`.
import {
  acrOfLevel,
  hasLevels,
  levelLifetime,
  OTP_LEVEL,
  PASSWORD_LEVEL,
} from '#protocol/realm/view/acr-levels.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import type { UserSession } from '#protocol/store/store.ts';

/** When each level was last reached, in milliseconds on the realm's clock. */
export type Levels = Readonly<Record<string, number>>;

export function sessionLevels(session: UserSession): Levels {
  return session.levels ?? { [PASSWORD_LEVEL]: session.authenticatedAt };
}

/** The levels still valid at `now` (milliseconds): a realm's condition may expire them before the session. */
export function validLevels(realm: Realm, levels: Levels, now: number): Levels {
  return Object.fromEntries(
    Object.entries(levels).filter(([level, at]) => now - at <= levelLifetime(realm, Number(level)) * 1000),
  );
}

/** The highest level reached; 0: none. A one-time code counts only beside a password. */
export function reachedLevel(levels: Levels): number {
  const highest = Math.max(0, ...Object.keys(levels).map(Number));
  return highest <= OTP_LEVEL && levels[PASSWORD_LEVEL] === undefined ? 0 : highest;
}

/** The claim `acr`. Compat: without levels, `0` is an existing session (OIDC Core §2: not interactive). */
export function acrOf(
  realm: Realm,
  client: Client | undefined,
  levels: Levels,
  interactive: boolean,
): string {
  if (!hasLevels(realm, client)) return interactive ? '1' : '0';
  return acrOfLevel(realm, client, reachedLevel(levels));
}
