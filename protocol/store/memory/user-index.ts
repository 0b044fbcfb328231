// The users of one realm in memory, indexed by id, username and e-mail address.
import { DuplicateError, type StoredUser } from '../store.ts';

const emailOf = (user: StoredUser): string => user.email?.toLowerCase() ?? '';

/** A change either updates all indexes, or throws and changes nothing. */
export class UserIndex {
  readonly #emailsUnique: () => boolean;
  readonly #byId = new Map<string, StoredUser>();
  readonly #idByUsername = new Map<string, string>();
  /** In order of arrival; more than one only if the realm allows it. */
  readonly #idsByEmail = new Map<string, string | readonly string[]>();
  readonly #idByServiceClient = new Map<string, string>();
  #sorted: readonly StoredUser[] | undefined;

  /** `emailsUnique` forbids users to share an e-mail address; called at each change. */
  constructor(emailsUnique: () => boolean = () => true) {
    this.#emailsUnique = emailsUnique;
  }

  find(id: string): StoredUser | undefined {
    return this.#byId.get(id);
  }

  findByUsername(username: string): StoredUser | undefined {
    return this.#byId.get(this.#idByUsername.get(username.toLowerCase()) ?? '');
  }

  /** The first user with the address. */
  findByEmail(email: string): StoredUser | undefined {
    return this.#byId.get(this.#idsOf(email.toLowerCase())[0] ?? '');
  }

  /** The user that represents the client, whatever its name. */
  findServiceAccount(clientId: string): StoredUser | undefined {
    return this.#byId.get(this.#idByServiceClient.get(clientId) ?? '');
  }

  /** Sorted by username; cached until the next change. */
  list(): readonly StoredUser[] {
    this.#sorted ??= [...this.#byId.values()].sort((a, b) =>
      a.username < b.username ? -1 : a.username > b.username ? 1 : 0,
    );
    return this.#sorted;
  }

  /** @throws {DuplicateError} naming `id`, `username` or `email`. */
  add(user: StoredUser): void {
    if (this.#byId.has(user.id)) throw new DuplicateError('id', user.id);
    this.#checkUsername(user);
    this.#checkEmail(user);
    this.#set(user);
  }

  /** @throws {DuplicateError} naming `username` or `email`. @throws {TypeError} when the id changed. */
  replace(before: StoredUser, after: StoredUser): void {
    if (before.id !== after.id) throw new TypeError("a user's id does not change");
    this.#checkUsername(after);
    if (emailOf(after) !== emailOf(before)) this.#checkEmail(after);
    this.#unset(before);
    this.#set(after);
  }

  remove(id: string): StoredUser | undefined {
    const user = this.#byId.get(id);
    if (user !== undefined) this.#unset(user);
    return user;
  }

  #checkUsername(user: StoredUser): void {
    const id = this.#idByUsername.get(user.username.toLowerCase());
    if (id !== undefined && id !== user.id) throw new DuplicateError('username', user.username);
  }

  #checkEmail(user: StoredUser): void {
    if (this.#idsOf(emailOf(user)).length > 0 && this.#emailsUnique())
      throw new DuplicateError('email', user.email ?? '');
  }

  #idsOf(email: string): readonly string[] {
    const ids = this.#idsByEmail.get(email) ?? [];
    return typeof ids === 'string' ? [ids] : ids;
  }

  #set(user: StoredUser): void {
    this.#byId.set(user.id, user);
    this.#idByUsername.set(user.username.toLowerCase(), user.id);
    const email = emailOf(user);
    if (email !== '') this.#setEmail(email, [...this.#idsOf(email), user.id]);
    const client = user.serviceAccountClientId;
    if (client !== undefined && !this.#idByServiceClient.has(client))
      this.#idByServiceClient.set(client, user.id);
    this.#sorted = undefined;
  }

  #unset(user: StoredUser): void {
    this.#byId.delete(user.id);
    this.#idByUsername.delete(user.username.toLowerCase());
    const email = emailOf(user);
    if (email !== '')
      this.#setEmail(
        email,
        this.#idsOf(email).filter((id) => id !== user.id),
      );
    const client = user.serviceAccountClientId;
    if (client !== undefined && this.#idByServiceClient.get(client) === user.id)
      this.#idByServiceClient.delete(client);
    this.#sorted = undefined;
  }

  /** A single id is stored without a list, to save memory: most addresses have only one. */
  #setEmail(email: string, ids: readonly string[]): void {
    const [first] = ids;
    if (first === undefined) this.#idsByEmail.delete(email);
    else this.#idsByEmail.set(email, ids.length === 1 ? first : ids);
  }
}
