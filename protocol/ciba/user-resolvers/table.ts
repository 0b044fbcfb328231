// The table of user resolvers: one row per user hint.
import { loginHintResolver } from './login-hint.ts';
import type { UserResolver } from './user-resolver.ts';

/** Supported hints by parameter name. */
const USER_RESOLVERS: ReadonlyMap<string, UserResolver> = new Map([['login_hint', loginHintResolver]]);

/** Names of the supported hints. */
export const SUPPORTED_HINTS: readonly string[] = [...USER_RESOLVERS.keys()];

/** Undefined if the hint is not supported. */
export function findUserResolver(hint: string): UserResolver | undefined {
  return USER_RESOLVERS.get(hint);
}
