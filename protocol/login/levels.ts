// Levels of authentication: what has been proven, when, and how the claim `acr` names it.
import type { UserSession } from '#protocol/store/store.ts';

/** Who knows the password. */
export const PASSWORD_LEVEL = 1;

/** When each level was proven last, in milliseconds on the realm's clock. */
export type Levels = Readonly<Record<string, number>>;

/** What the session's sign-ins have proven. */
export function sessionLevels(session: UserSession): Levels {
  return session.levels ?? { [PASSWORD_LEVEL]: session.authenticatedAt };
}

/** The claim `acr`. Compat: `0` says that a session was enough (OIDC Core §2 has it for authentication that is not interactive). */
export function acrOf(interactive: boolean): string {
  return interactive ? '1' : '0';
}
