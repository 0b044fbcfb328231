// The clones of a process: with a lease in memory only, without one in the base store.
import type { Clock } from '#protocol/clock.ts';
import type { CloneNote, CloneStore } from '../clone-store.ts';
import type { RealmStore, StoredRealm, UserSet } from '../store.ts';

export interface MemoryClonesOptions {
  /** Realms of both layers. */
  readonly realms: RealmStore;
  /** The machine's. */
  readonly clock: Clock;
  /** The users of a realm as they are now; undefined if there is no such realm. */
  captureUsers(realmId: string): Promise<UserSet | undefined>;
  createTransient(realm: StoredRealm, users: UserSet): Promise<void>;
}

interface MemoryClone {
  readonly note: CloneNote;
  /** Milliseconds on the machine's clock. */
  readonly endsAt: number;
}

/** Template and clone share what they have in common until one of them changes. */
export class MemoryClones implements CloneStore {
  readonly #options: MemoryClonesOptions;
  readonly #byId = new Map<string, MemoryClone>();

  constructor(options: MemoryClonesOptions) {
    this.#options = options;
  }

  find(realmId: string): CloneNote | undefined {
    return this.#byId.get(realmId)?.note;
  }

  count(): number {
    let count = 0;
    for (const { note } of this.#byId.values()) if (note.leaseMs !== undefined) count += 1;
    return count;
  }

  async create(
    template: string,
    make: (settings: StoredRealm) => StoredRealm,
    note: CloneNote,
  ): Promise<StoredRealm | undefined> {
    const { realms, captureUsers, createTransient } = this.#options;
    const before = realms.find(template);
    const users = before && (await captureUsers(before.id));
    const settings = realms.find(template);
    if (users === undefined || settings?.id !== before?.id || settings === undefined) return undefined;
    const realm = make(settings);
    if (note.leaseMs === undefined) await realms.create(realm, users);
    else await createTransient(realm, users);
    this.#keep(realm.id, note);
    return realm;
  }

  renew(realmName: string): boolean {
    const id = this.#options.realms.find(realmName)?.id ?? '';
    const clone = this.#byId.get(id);
    if (clone?.note.leaseMs === undefined) return true;
    if (this.#hasEnded(clone)) return false;
    this.#keep(id, clone.note);
    return true;
  }

  async listEnded(): Promise<readonly string[]> {
    if (this.#byId.size === 0) return [];
    return this.#options.realms.list().flatMap(({ id, realm }) => {
      const clone = this.#byId.get(id);
      return clone !== undefined && this.#hasEnded(clone) ? [realm] : [];
    });
  }

  /** The realm is gone. */
  drop(realmId: string): void {
    this.#byId.delete(realmId);
  }

  #keep(realmId: string, note: CloneNote): void {
    const endsAt = this.#options.clock.now() + (note.leaseMs ?? Number.POSITIVE_INFINITY);
    this.#byId.set(realmId, { note, endsAt });
  }

  #hasEnded({ endsAt }: MemoryClone): boolean {
    return endsAt <= this.#options.clock.now();
  }
}
