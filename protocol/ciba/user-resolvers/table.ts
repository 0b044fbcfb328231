// The table of user resolvers: one row per user hint.
import { loginHintResolver } from './login-hint.ts';
import type { UserResolver } from './user-resolver.ts';

/** Supported hints by parameter name. */
const USER_RESOLVERS = { login_hint: loginHintResolver } as const;
USER_RESOLVERS satisfies Record<string, UserResolver>;

const byHint: ReadonlyMap<string, UserResolver> = new Map(Object.entries(USER_RESOLVERS));

/** Names of the supported hints. */
export const SUPPORTED_HINTS: readonly string[] = [...byHint.keys()];

/** Undefined if the hint is not supported. */
export function findUserResolver(hint: string): UserResolver | undefined {
  return byHint.get(hint);
}
