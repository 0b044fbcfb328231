// The users of one realm in memory: by id, by name, by e-mail address, and in order.
import { DuplicateError, type StoredUser } from '../store.ts';

/** One realm's users. Every change keeps all indexes true, or throws and changes nothing. */
export class UserIndex {
  readonly #byId = new Map<string, StoredUser>();
  readonly #idByUsername = new Map<string, string>();
  readonly #idByEmail = new Map<string, string>();
  #sorted: readonly StoredUser[] | undefined;

  find(id: string): StoredUser | undefined {
    return this.#byId.get(id);
  }

  findByUsername(username: string): StoredUser | undefined {
    return this.#byId.get(this.#idByUsername.get(username.toLowerCase()) ?? '');
  }

  findByEmail(email: string): StoredUser | undefined {
    return this.#byId.get(this.#idByEmail.get(email.toLowerCase()) ?? '');
  }

  /** Sorted by user name; the order is kept until the next change. */
  list(): readonly StoredUser[] {
    this.#sorted ??= [...this.#byId.values()].sort((a, b) =>
      a.username < b.username ? -1 : a.username > b.username ? 1 : 0,
    );
    return this.#sorted;
  }

  /** @throws {DuplicateError} naming `id`, `username` or `email`. */
  add(user: StoredUser): void {
    if (this.#byId.has(user.id)) throw new DuplicateError('id', user.id);
    this.#checkUnique(user, undefined);
    this.#set(user);
  }

  /** @throws {DuplicateError} naming `username` or `email`. @throws {TypeError} when the id changed. */
  replace(before: StoredUser, after: StoredUser): void {
    if (before.id !== after.id) throw new TypeError("a user's id does not change");
    this.#checkUnique(after, before.id);
    this.#unset(before);
    this.#set(after);
  }

  remove(id: string): StoredUser | undefined {
    const user = this.#byId.get(id);
    if (user !== undefined) this.#unset(user);
    return user;
  }

  #checkUnique(user: StoredUser, ownId: string | undefined): void {
    const byName = this.#idByUsername.get(user.username.toLowerCase());
    if (byName !== undefined && byName !== ownId) throw new DuplicateError('username', user.username);
    const byEmail = this.#idByEmail.get(user.email?.toLowerCase() ?? '');
    if (byEmail !== undefined && byEmail !== ownId) throw new DuplicateError('email', user.email ?? '');
  }

  #set(user: StoredUser): void {
    this.#byId.set(user.id, user);
    this.#idByUsername.set(user.username.toLowerCase(), user.id);
    if (user.email !== undefined && user.email !== '') this.#idByEmail.set(user.email.toLowerCase(), user.id);
    this.#sorted = undefined;
  }

  #unset(user: StoredUser): void {
    this.#byId.delete(user.id);
    this.#idByUsername.delete(user.username.toLowerCase());
    if (user.email !== undefined) this.#idByEmail.delete(user.email.toLowerCase());
    this.#sorted = undefined;
  }
}
