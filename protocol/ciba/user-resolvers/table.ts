// The table of user resolvers: one row per hint that a request may name its user with.
import { loginHintResolver } from './login-hint.ts';
import type { UserResolver } from './user-resolver.ts';

/** Every hint that works, by its parameter. */
const USER_RESOLVERS = { login_hint: loginHintResolver } as const;
USER_RESOLVERS satisfies Record<string, UserResolver>;

const byHint: ReadonlyMap<string, UserResolver> = new Map(Object.entries(USER_RESOLVERS));

/** Names of the hints that work. */
export const SUPPORTED_HINTS: readonly string[] = [...byHint.keys()];

/** The resolver of a hint; undefined when it is not supported. */
export function findUserResolver(hint: string): UserResolver | undefined {
  return byHint.get(hint);
}
