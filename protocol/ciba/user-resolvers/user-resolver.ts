// The type of user resolvers: how the user of a request is found.
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { StoredUser, UserStore } from '#protocol/store/store.ts';

/** A row of the table of resolvers. */
export interface UserResolver {
  /** The user, enabled or not; undefined if there is none. */
  findUser(users: UserStore, realm: Realm, hint: string): Promise<StoredUser | undefined>;
  /** The name that consumption device, server and entity use for the user (service description §2.1). */
  representUser(user: StoredUser): string;
}
