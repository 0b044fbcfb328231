// Changes of users on top of users that stay as they are, which several realms may share.
import type { StoredUser, UserSet } from '../store.ts';
import { linkKey, linksOf } from '../user-links.ts';

const NO_IDS: readonly string[] = [];

/** The order of users in lists: by the code units of their usernames. */
export const byUsername = (a: StoredUser, b: StoredUser): number =>
  a.username < b.username ? -1 : a.username > b.username ? 1 : 0;

/**
 * Users by id, username, e-mail address, linked account and client. Nothing is checked here. A layer that has become the one
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
  readonly #idsByEmail: Ids = new Map();
  /** By `linkKey`, in order of arrival; more than one only if they came with the realm. */
  readonly #idsByLink: Ids = new Map();
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
    return this.#withBelow(this.below?.findByEmail(email), idsIn(this.#idsByEmail, email));
  }

  /** Ids of the users who are linked with an account, which is given by its `linkKey`. */
  findByLink(key: string): readonly string[] {
    return this.#withBelow(this.below?.findByLink(key), idsIn(this.#idsByLink, key));
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
    if (email !== '') addId(this.#idsByEmail, email, user.id);
    for (const link of linksOf(user)) addId(this.#idsByLink, linkKey(link), user.id);
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

  #withBelow(below: readonly string[] | undefined, own: readonly string[]): readonly string[] {
    return below === undefined ? own : [...below.filter((id) => !this.#byId.has(id)), ...own];
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
    if (email !== '') removeId(this.#idsByEmail, email, user.id);
    for (const link of linksOf(user)) removeId(this.#idsByLink, linkKey(link), user.id);
    const client = user.serviceAccountClientId;
    if (client !== undefined && this.#idByServiceClient.get(client) === user.id)
      this.#idByServiceClient.delete(client);
  }
}

/** A single id is stored without a list, to save memory: most addresses and accounts have only one. */
type Ids = Map<string, string | readonly string[]>;

function idsIn(index: Ids, key: string): readonly string[] {
  const ids = index.get(key) ?? NO_IDS;
  return typeof ids === 'string' ? [ids] : ids;
}

/** Each id once. */
function addId(index: Ids, key: string, id: string): void {
  const others = idsIn(index, key);
  if (others.length === 0) index.set(key, id);
  else if (!others.includes(id)) index.set(key, [...others, id]);
}

function removeId(index: Ids, key: string, id: string): void {
  const others = idsIn(index, key).filter((other) => other !== id);
  const [first] = others;
  if (first === undefined) index.delete(key);
  else index.set(key, others.length === 1 ? first : others);
}
