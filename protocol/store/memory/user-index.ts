// The users of one realm in memory, indexed by id, username, e-mail address and linked account; copied without cost.
import { setImmediate } from 'node:timers/promises';
import { inSlices, SLICE_ITEMS, type Sliced } from '../sliced.ts';
import { DuplicateError, type StoredUser, type UserSet } from '../store.ts';
import { linkKey, linkTaken, newLinks, type UserLink } from '../user-links.ts';
import type { Page, UserQuery } from '../user-query.ts';
import { compileUserQuery } from './match-user.ts';
import { byUsername, UserLayer } from './user-layer.ts';

/** Layers that a look-up may pass through before they are merged into one. */
const MAX_LAYERS = 4;

/** Numbers of users who are no service accounts, by the list of all users. */
const peopleCounts = new WeakMap<readonly StoredUser[], number>();

/** The query of a plain list, which consoles repeat all the time. */
function isAllPeople(query: UserQuery): boolean {
  return query.isServiceAccount === false && Object.keys(query).length === 1;
}

/** A change either updates all indexes, or throws and changes nothing. */
export class UserIndex {
  readonly #emailsUnique: () => boolean;
  #top: UserLayer;

  /**
   * `emailsUnique` forbids users to share an e-mail address; called at each change. An index that begins with the
   * users of another shares them until they change.
   */
  constructor(emailsUnique: () => boolean = () => true, users?: UserSet) {
    this.#emailsUnique = emailsUnique;
    this.#top = new UserLayer(users instanceof UserLayer ? users : undefined);
    if (users !== undefined && !(users instanceof UserLayer)) for (const user of users.list()) this.add(user);
  }

  /** The users as they are now. Takes the same time for any number of users, but for a rare merge. */
  capture(): UserSet {
    const { below } = this.#top;
    if (below !== undefined && this.#top.isEmpty) return below;
    const captured = this.#top.depth < MAX_LAYERS ? this.#top : this.#top.merge();
    this.#top = new UserLayer(captured);
    return captured;
  }

  find(id: string): StoredUser | undefined {
    return this.#top.find(id);
  }

  findByUsername(username: string): StoredUser | undefined {
    return this.#top.findByUsername(username.toLowerCase());
  }

  /** The first user with the address. */
  findByEmail(email: string): StoredUser | undefined {
    const [first] = this.#top.findByEmail(email.toLowerCase());
    return first === undefined ? undefined : this.#top.find(first);
  }

  /** The first user who is linked with the account. */
  findByLink(link: UserLink): StoredUser | undefined {
    const [first] = this.#top.findByLink(linkKey(link));
    return first === undefined ? undefined : this.#top.find(first);
  }

  /** The user that represents the client, whatever its name. */
  findServiceAccount(clientId: string): StoredUser | undefined {
    return this.#top.findServiceAccount(clientId);
  }

  /** Sorted by username; cached until the next change. */
  list(): readonly StoredUser[] {
    return this.#top.list();
  }

  /** A page of the matching users, sorted by username. The search ends when the page is full. */
  search(query: UserQuery, { first, max }: Page): readonly StoredUser[] {
    const matches = compileUserQuery(query);
    const found: StoredUser[] = [];
    let skipped = 0;
    for (const user of this.#candidates(query)) {
      if (found.length >= max) break;
      if (!matches(user)) continue;
      if (skipped < first) skipped += 1;
      else found.push(user);
    }
    return found;
  }

  /** The number of matching users. That of all people is cached until the next change. */
  count(query: UserQuery): number {
    const users = this.#candidates(query);
    const known = isAllPeople(query) ? peopleCounts.get(users) : undefined;
    if (known !== undefined) return known;
    const matches = compileUserQuery(query);
    const count = users.reduce((sum, user) => (matches(user) ? sum + 1 : sum), 0);
    if (isAllPeople(query)) peopleCounts.set(users, count);
    return count;
  }

  /** The matching users as they are when the walk begins; other work runs after each slice. */
  async *each(query: UserQuery = {}): AsyncGenerator<StoredUser, void> {
    const matches = compileUserQuery(query);
    for (const [index, user] of this.#candidates(query).entries()) {
      if (index % SLICE_ITEMS === SLICE_ITEMS - 1) await setImmediate();
      if (matches(user)) yield user;
    }
  }

  /** A sorted list that contains all matching users. */
  #candidates({ ids, linked }: UserQuery): readonly StoredUser[] {
    const { provider, userId } = linked ?? {};
    const isAccount = provider !== undefined && userId !== undefined;
    const known = ids ?? (isAccount ? this.#top.findByLink(linkKey({ provider, userId })) : undefined);
    if (known === undefined) return this.list();
    return [...new Set(known)]
      .map((id) => this.find(id))
      .filter((user) => user !== undefined)
      .sort(byUsername);
  }

  /** A user of a stored realm, who may share linked accounts. @throws {DuplicateError} naming `id`, `username` or `email`. */
  add(user: StoredUser): void {
    this.#checkNew(user);
    this.#top.set(user);
  }

  /** A new user. @throws {DuplicateError} as {@link add}, or naming `federatedIdentities`. */
  create(user: StoredUser): void {
    this.#checkNew(user);
    this.#checkLinks(undefined, user);
    this.#top.set(user);
  }

  /** @throws {DuplicateError} naming `username`, `email` or `federatedIdentities`. @throws {TypeError} when the id changed. */
  replace(before: StoredUser, after: StoredUser): void {
    if (before.id !== after.id) throw new TypeError("a user's id does not change");
    this.#checkUsername(after);
    if (emailOf(after) !== emailOf(before)) this.#checkEmail(after);
    this.#checkLinks(before, after);
    this.#top.unset(before);
    this.#top.set(after);
  }

  remove(id: string): StoredUser | undefined {
    const user = this.find(id);
    if (user !== undefined) this.#top.unset(user);
    return user;
  }

  #checkNew(user: StoredUser): void {
    if (this.find(user.id) !== undefined) throw new DuplicateError('id', user.id);
    this.#checkUsername(user);
    this.#checkEmail(user);
  }

  #checkUsername(user: StoredUser): void {
    const other = this.findByUsername(user.username);
    if (other !== undefined && other.id !== user.id) throw new DuplicateError('username', user.username);
  }

  #checkEmail(user: StoredUser): void {
    if (this.#top.findByEmail(emailOf(user)).length > 0 && this.#emailsUnique())
      throw new DuplicateError('email', user.email ?? '');
  }

  /** Links that the user has had stay, even if another user has the same. */
  #checkLinks(before: StoredUser | undefined, after: StoredUser): void {
    for (const link of newLinks(before, after))
      if (this.#top.findByLink(linkKey(link)).some((id) => id !== after.id)) throw linkTaken(link);
  }
}

/** Adds users to an index. @throws {DuplicateError} as {@link UserIndex.add}. */
export function addUsers(index: UserIndex, users: Iterable<StoredUser>): Sliced<void> {
  return inSlices(users, (user) => index.add(user));
}

const emailOf = (user: StoredUser): string => user.email?.toLowerCase() ?? '';
