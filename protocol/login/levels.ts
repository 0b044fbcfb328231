// What a person has proven so far, and which level of authentication that is.
import {
  acrOfLevel,
  hasLevels,
  levelLifetime,
  OTP_LEVEL,
  PASSWORD_LEVEL,
} from '#protocol/realm/view/acr-levels.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import type { UserSession } from '#protocol/store/store.ts';

/** When each level was proven last, in milliseconds on the realm's clock. */
export type Levels = Readonly<Record<string, number>>;

/** What the session's sign-ins have proven. */
export function sessionLevels(session: UserSession): Levels {
  return session.levels ?? { [PASSWORD_LEVEL]: session.authenticatedAt };
}

/** What of it still counts at `now` (milliseconds): a realm's condition may let a level last shorter than the session. */
export function countingLevels(realm: Realm, levels: Levels, now: number): Levels {
  return Object.fromEntries(
    Object.entries(levels).filter(([level, at]) => now - at <= levelLifetime(realm, Number(level)) * 1000),
  );
}

/** The highest level below which nothing is missing; 0: nothing proven. */
export function reachedLevel(levels: Levels): number {
  if (levels[PASSWORD_LEVEL] === undefined) return 0;
  return levels[OTP_LEVEL] === undefined ? PASSWORD_LEVEL : OTP_LEVEL;
}

/** The claim `acr`. Compat: without levels `0` says that a session was enough (OIDC Core §2 has it for authentication that is not interactive). */
export function acrOf(
  realm: Realm,
  client: Client | undefined,
  levels: Levels,
  interactive: boolean,
): string {
  if (!hasLevels(realm, client)) return interactive ? '1' : '0';
  return acrOfLevel(realm, client, reachedLevel(levels));
}
