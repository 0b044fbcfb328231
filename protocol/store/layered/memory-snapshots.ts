// Snapshots in the memory of a process. They share what the realm has not changed since.
import type { SnapshotHead, SnapshotState, SnapshotStore } from '../snapshot-store.ts';
import type { RealmStore, StoredRealm } from '../store.ts';
import type { LayeredStore, RealmImage } from './layered-store.ts';

export interface MemorySnapshotsOptions extends Pick<LayeredStore, 'capture' | 'restore'> {
  readonly realms: RealmStore;
}

interface MemorySnapshot {
  readonly head: SnapshotHead;
  readonly image: RealmImage;
  readonly state: SnapshotState;
}

export class MemorySnapshots implements SnapshotStore {
  readonly #options: MemorySnapshotsOptions;
  readonly #byRealm = new Map<string, Map<string, MemorySnapshot>>();

  constructor(options: MemorySnapshotsOptions) {
    this.#options = options;
  }

  async list(realmId: string): Promise<readonly SnapshotHead[]> {
    return [...(this.#byRealm.get(realmId)?.values() ?? [])].map(({ head }) => head);
  }

  async take(
    realmId: string,
    { id, takenAt }: Pick<SnapshotHead, 'id' | 'takenAt'>,
    captureState: () => Promise<SnapshotState>,
  ): Promise<SnapshotHead | undefined> {
    const image = await this.#options.capture(this.#find(realmId)?.realm ?? '');
    if (image === undefined) return undefined;
    const state = await captureState();
    if (this.#find(realmId) === undefined) return undefined;
    const head = { id, takenAt, users: image.users.list().length, sessions: image.sessions.length };
    const ofRealm = this.#byRealm.get(realmId) ?? new Map<string, MemorySnapshot>();
    this.#byRealm.set(realmId, ofRealm.set(id, { head, image, state }));
    return head;
  }

  async restore(
    realmId: string,
    id: string,
    make: (kept: StoredRealm, current: StoredRealm) => StoredRealm,
  ): Promise<SnapshotState | undefined> {
    const snapshot = this.#byRealm.get(realmId)?.get(id);
    const current = this.#find(realmId);
    if (snapshot === undefined || current === undefined) return undefined;
    const { image, state } = snapshot;
    await this.#options.restore({ ...image, realm: make(image.realm, current) });
    return state;
  }

  async remove(realmId: string, id: string): Promise<boolean> {
    return this.#byRealm.get(realmId)?.delete(id) ?? false;
  }

  /** The realm is gone. */
  drop(realmId: string): void {
    this.#byRealm.delete(realmId);
  }

  #find(realmId: string): StoredRealm | undefined {
    return this.#options.realms.list().find(({ id }) => id === realmId);
  }
}
