// What a user resolver is: it finds the user whom a hint of the request names.
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { StoredUser, UserStore } from '#protocol/store/store.ts';

/** A row of the table of resolvers, under the name of its hint. */
export interface UserResolver {
  /** The user, enabled or not; undefined when the hint names nobody. */
  findUser(users: UserStore, realm: Realm, hint: string): Promise<StoredUser | undefined>;
  /** How consumption device, server and authentication entity call the user (service description §2.1). */
  representUser(user: StoredUser): string;
}
