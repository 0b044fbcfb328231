// Users in one list, where they are needed as a whole.
import type { StoredUser } from './store.ts';

/** All users of a walk, in its order. Only for realm files and few users: they are in memory at once. */
export async function collectUsers(users: AsyncIterable<StoredUser>): Promise<readonly StoredUser[]> {
  const collected: StoredUser[] = [];
  for await (const user of users) collected.push(user);
  return collected;
}
