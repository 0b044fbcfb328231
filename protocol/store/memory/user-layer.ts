// Changes of users on top of users that stay as they are, which several realms may share.
import type { StoredUser, UserSet } from '../store.ts';

const NO_IDS: readonly string[] = [];

/** The order of users in lists: by the code units of their usernames. */
export const byUsername = (a: StoredUser, b: StoredUser): number =>
  a.username < b.username ? -1 : a.username > b.username ? 1 : 0;

/**
 * Users by id, username, e-mail address and client. Nothing is checked here. A layer that has become the one
 * `below` another never changes again.
 */
export class UserLayer implements UserSet {
  readonly below: UserLayer | undefined;
  /** Number of layers including this one. */
  readonly depth: number;
  /** Undefined for a user of a layer below who is removed. */
  readonly #byId = new Map<string, StoredUser | undefined>();
  readonly #idByUsername = new Map<string, string>();
  /** In order of arrival; more than one only if the realm allows it. */
  readonly #idsByEmail = new Map<string, string | readonly string[]>();
  readonly #idByServiceClient = new Map<string, string>();
  #sorted: readonly StoredUser[] | undefined;

  constructor(below?: UserLayer) {
    this.below = below;
    this.depth = (below?.depth ?? 0) + 1;
  }

  /** Whether nothing differs from the layer below. */
  get isEmpty(): boolean {
    return this.#byId.size === 0;
  }

  find(id: string): StoredUser | undefined {
    const own = this.#byId.get(id);
    return own !== undefined || this.below === undefined || this.#byId.has(id) ? own : this.below.find(id);
  }

  /** `username` in lower case. */
  findByUsername(username: string): StoredUser | undefined {
    const id = this.#idByUsername.get(username);
    return id === undefined ? this.#uncovered(this.below?.findByUsername(username)) : this.#byId.get(id);
  }

  /** Ids of the users with an e-mail address, which is in lower case. */
  findByEmail(email: string): readonly string[] {
    const own = this.#ownIdsOf(email);
    if (this.below === undefined) return own;
    return [...this.below.findByEmail(email).filter((id) => !this.#byId.has(id)), ...own];
  }

  findServiceAccount(clientId: string): StoredUser | undefined {
    const below = this.#uncovered(this.below?.findServiceAccount(clientId));
    return below ?? this.#byId.get(this.#idByServiceClient.get(clientId) ?? '');
  }

  list(): readonly StoredUser[] {
    this.#sorted ??= this.#sort();
    return this.#sorted;
  }

  /** Adds a user who is not there. */
  set(user: StoredUser): void {
    this.#byId.set(user.id, user);
    this.#idByUsername.set(user.username.toLowerCase(), user.id);
    const email = user.email?.toLowerCase() ?? '';
    if (email !== '') this.#setEmail(email, [...this.#ownIdsOf(email), user.id]);
    const client = user.serviceAccountClientId;
    if (client !== undefined && !this.#idByServiceClient.has(client))
      this.#idByServiceClient.set(client, user.id);
    this.#sorted = undefined;
  }

  /** Removes a user who is there. */
  unset(user: StoredUser): void {
    const { id } = user;
    if (this.#byId.get(id) !== undefined) this.#unsetOwn(user);
    if (this.below?.find(id) === undefined) this.#byId.delete(id);
    else this.#byId.set(id, undefined);
    this.#sorted = undefined;
  }

  /** One layer with the same users. */
  merge(): UserLayer {
    const merged = new UserLayer();
    for (const user of this.#inOrderOfArrival()) merged.set(user);
    return merged;
  }

  #inOrderOfArrival(): readonly StoredUser[] {
    const { below } = this;
    const own = this.#own();
    if (below === undefined) return own;
    return [...below.#inOrderOfArrival().filter((user) => !this.#byId.has(user.id)), ...own];
  }

  #own(): StoredUser[] {
    return [...this.#byId.values()].filter((user) => user !== undefined);
  }

  #uncovered(user: StoredUser | undefined): StoredUser | undefined {
    return user === undefined || this.#byId.has(user.id) ? undefined : user;
  }

  #sort(): readonly StoredUser[] {
    const { below } = this;
    if (below !== undefined && this.isEmpty) return below.list();
    const rest = below?.list().filter((user) => !this.#byId.has(user.id)) ?? [];
    // Two sorted runs, which the sort merges in linear time.
    return [...rest, ...this.#own().sort(byUsername)].sort(byUsername);
  }

  #unsetOwn(user: StoredUser): void {
    this.#idByUsername.delete(user.username.toLowerCase());
    const email = user.email?.toLowerCase() ?? '';
    if (email !== '')
      this.#setEmail(
        email,
        this.#ownIdsOf(email).filter((id) => id !== user.id),
      );
    const client = user.serviceAccountClientId;
    if (client !== undefined && this.#idByServiceClient.get(client) === user.id)
      this.#idByServiceClient.delete(client);
  }

  #ownIdsOf(email: string): readonly string[] {
    const ids = this.#idsByEmail.get(email) ?? NO_IDS;
    return typeof ids === 'string' ? [ids] : ids;
  }

  /** A single id is stored without a list, to save memory: most addresses have only one. */
  #setEmail(email: string, ids: readonly string[]): void {
    const [first] = ids;
    if (first === undefined) this.#idsByEmail.delete(email);
    else this.#idsByEmail.set(email, ids.length === 1 ? first : ids);
  }
}
