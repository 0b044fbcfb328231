// Realms in memory and on disk. Every change is written before it becomes readable and is acknowledged.
import { join } from 'node:path';
import type { SharedTime } from '../memory/shared-time.ts';
import { addUsers, UserIndex } from '../memory/user-index.ts';
import type { MovedRealm } from '../moving.ts';
import { runInSlices } from '../sliced.ts';
import {
  type ClockSetting,
  DuplicateError,
  type RealmOrigin,
  type RealmOutOfService,
  RealmOutOfServiceError,
  type RealmStore,
  type StoredRealm,
  type StoredUser,
  type StoringOptions,
  type UserSet,
} from '../store.ts';
import { DamagedFileError } from './atomic-file.ts';
import type { DamagedRealms } from './damaged-realms.ts';
import { writeMovedFiles } from './moved-files.ts';
import { RealmFolder, realmFolderName } from './realm-folder.ts';
import type { RealmFile } from './stored-shapes.ts';

export interface OpenRealm {
  /** Position in the order of creation. */
  readonly order: number;
  readonly folder: RealmFolder;
  stored: StoredRealm;
  /** See {@link RealmFile}. */
  passwords: RealmFile['passwords'];
  /** Undefined: the machine's time. */
  clock?: ClockSetting | undefined;
  /** Changes of one realm run one after another. */
  queue: Promise<unknown>;
}

/** Writes the files of a realm, which may replace another one, to a draft folder; its path. */
type WriteDraft = (path: string, file: RealmFile, before?: OpenRealm) => Promise<string>;

/** A member that must be unique among realms. */
type Claim = readonly [member: 'realm' | 'id', value: string];

export class RealmsOnDisk implements RealmStore {
  readonly #path: string;
  readonly #byId: Map<string, OpenRealm>;
  readonly #byName: Map<string, OpenRealm>;
  readonly #damaged: DamagedRealms;
  readonly #forgetSessions: (realmId: string) => void;
  readonly #time: SharedTime;
  /** Names and ids of pending creations, renamings and removals. */
  readonly #claimed = new Set<string>();
  #nextOrder: number;

  /** `path` contains the realms' folders, `found` are its realms in order of creation. */
  constructor(
    path: string,
    found: readonly OpenRealm[],
    damaged: DamagedRealms,
    forgetSessions: (realmId: string) => void,
    time: SharedTime,
  ) {
    this.#path = path;
    this.#damaged = damaged;
    this.#byId = new Map(found.map((realm) => [realm.stored.id, realm]));
    this.#byName = new Map(found.map((realm) => [realm.stored.realm, realm]));
    this.#forgetSessions = forgetSessions;
    this.#time = time;
    for (const { stored, clock } of found) time.follow(stored.id, clock);
    this.#nextOrder = Math.max(0, ...found.map((realm) => realm.order)) + 1;
  }

  open(realmId: string): OpenRealm | undefined {
    return this.#byId.get(realmId);
  }

  /** @throws {RealmOutOfServiceError} when the realm with this id is out of service. */
  checkInService(realmId: string): void {
    if (this.#byId.has(realmId)) return;
    const damage = this.#damaged.findById(realmId);
    if (damage !== undefined) throw new RealmOutOfServiceError(damage);
  }

  list(): readonly StoredRealm[] {
    return [...this.#byId.values()].sort((a, b) => a.order - b.order).map((realm) => realm.stored);
  }

  find(name: string): StoredRealm | undefined {
    return this.#byName.get(name)?.stored;
  }

  isTransient(): boolean {
    return false;
  }

  listOutOfService(): readonly RealmOutOfService[] {
    return this.#damaged.list();
  }

  findOutOfService(name: string): RealmOutOfService | undefined {
    return this.#byName.has(name) ? undefined : this.#damaged.find(name, this.find('master'));
  }

  /** The realm's users. @throws {RealmOutOfServiceError} as {@link inService}. */
  users(realm: OpenRealm): Promise<UserIndex> {
    return this.inService(realm, () =>
      realm.folder.users(() => realm.stored.duplicateEmailsAllowed !== true),
    );
  }

  /**
   * Reads files of a realm.
   * @throws {RealmOutOfServiceError} if they are damaged, which ends the realm's service.
   */
  async inService<Read>(realm: OpenRealm, read: () => Promise<Read>): Promise<Read> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error;
      throw new RealmOutOfServiceError(this.#takeOutOfService(realm, error), error);
    }
  }

  /** Several requests may find the same damage at once. */
  #takeOutOfService({ stored, folder }: OpenRealm, error: DamagedFileError): RealmOutOfService {
    const known = this.#byId.has(stored.id) ? undefined : this.#damaged.findById(stored.id);
    if (known !== undefined) return known;
    this.#byId.delete(stored.id);
    this.#byName.delete(stored.realm);
    return this.#damaged.addNamed(folder.path, error, stored.realm);
  }

  async create(
    stored: StoredRealm,
    given: readonly StoredUser[] | UserSet,
    watch: StoringOptions = {},
  ): Promise<void> {
    await this.#create(stored, async (path, file) => {
      const users = await checkUsers(stored, given, watch);
      return RealmFolder.draft(path, file, users, watch);
    });
  }

  async update(name: string, change: (realm: StoredRealm) => StoredRealm): Promise<StoredRealm> {
    const after = await this.#inTurn(name, (realm) => this.#write(realm, change(realm.stored)));
    if (after === undefined) throw new TypeError(`there is no realm ${name}`);
    return after;
  }

  async replace(
    stored: StoredRealm,
    given: readonly StoredUser[] | UserSet,
    watch: StoringOptions = {},
  ): Promise<void> {
    const users = await checkUsers(stored, given, watch);
    await this.#replace(stored, (path, file, before) => {
      const origin = watch.keepsOrigin === true ? before?.folder.path : undefined;
      return RealmFolder.draft(path, file, users, watch, origin);
    });
  }

  /** Stores a realm of another store, in place of the one of its name if there is one. */
  async storeMoved(moved: MovedRealm, watch: StoringOptions = {}): Promise<void> {
    const { realm, clock } = moved;
    const draft: WriteDraft = (path, file) =>
      RealmFolder.draftWith(path, watch, (folder) => writeMovedFiles(folder, file, moved, watch));
    if (this.find(realm.realm) === undefined) await this.#create(realm, draft, clock);
    else await this.#replace(realm, draft, clock);
  }

  async remove(name: string): Promise<boolean> {
    const removed = await this.#inTurn(name, async (realm) => {
      await this.#withdrawn(realm, async () => {
        await realm.folder.remove();
        this.#forget(realm.stored.id);
      });
      return true;
    });
    return removed === true;
  }

  async findOriginTime(realmId: string): Promise<number | undefined> {
    return this.#byId.get(realmId)?.folder.findOriginTime();
  }

  keepsOrigin(): boolean {
    // Earlier versions did not.
    return false;
  }

  async readOrigin(realmId: string): Promise<RealmOrigin | undefined> {
    return this.#byId.get(realmId)?.folder.readOrigin();
  }

  findClock(realmId: string): ClockSetting | undefined {
    return this.#byId.get(realmId)?.clock;
  }

  async setClock(realmId: string, choose: () => ClockSetting): Promise<void> {
    const set = await this.#inTurn(this.#byId.get(realmId)?.stored.realm ?? '', async (realm) => {
      const setting = choose();
      await realm.folder.writeClock(setting);
      realm.clock = setting;
      this.#time.follow(realmId, setting);
      return true;
    });
    if (set !== true) throw new TypeError(`there is no realm with id ${realmId}`);
  }

  /** Resolves when all changes so far are on disk. */
  async flush(): Promise<void> {
    await Promise.all([...this.#byId.values()].flatMap((realm) => [realm.queue, realm.folder.flush()]));
  }

  /** Rewrites plain passwords of earlier versions, one realm after another, until `isStopped`. */
  async migrate(isStopped: () => boolean, onFault: (path: string, error: unknown) => void): Promise<void> {
    for (const realm of this.#byId.values()) {
      if (isStopped()) return;
      if (realm.passwords === 'hashed') continue;
      try {
        await this.#inTurn(realm.stored.realm, () => this.#migrateRealm(realm));
      } catch (error) {
        // A realm that went out of service has already been logged.
        if (!(error instanceof RealmOutOfServiceError)) onFault(realm.folder.path, error);
      }
    }
  }

  /** Reading users migrates them. The mark comes last, so that an interrupted migration is repeated. */
  async #migrateRealm(realm: OpenRealm): Promise<void> {
    await this.users(realm);
    await realm.folder.flush();
    await realm.folder.writeRealm({ order: realm.order, realm: realm.stored, passwords: 'hashed' });
    realm.passwords = 'hashed';
  }

  async #create(stored: StoredRealm, draft: WriteDraft, clock?: ClockSetting): Promise<void> {
    for (const claim of claimsOf(stored)) this.#check(claim);
    await this.#claiming(claimsOf(stored), async () => {
      const order = this.#nextOrder++;
      const path = join(this.#path, realmFolderName(stored.id));
      const folder = await RealmFolder.place(
        await draft(path, { order, realm: stored, passwords: 'hashed' }),
        path,
      );
      // A late request may have left sessions of an earlier realm with this id.
      this.#forgetSessions(stored.id);
      this.#addNew({ order, folder, stored, clock });
    });
  }

  async #replace(stored: StoredRealm, draft: WriteDraft, clock?: ClockSetting): Promise<void> {
    const replaced = await this.#inTurn(stored.realm, async (realm) => {
      const { order } = realm;
      if (realm.stored.id !== stored.id) this.#check(['id', stored.id]);
      await this.#claiming(claimsOf(stored), async () => {
        const path = join(this.#path, realmFolderName(stored.id));
        const beside = await draft(path, { order, realm: stored, passwords: 'hashed' }, realm);
        await this.#withdrawn(realm, async () => {
          const folder = await realm.folder.replace(beside, path);
          for (const { id } of [realm.stored, stored]) this.#forget(id);
          this.#addNew({ order, folder, stored, clock });
        });
      });
      return true;
    });
    if (replaced !== true) throw new TypeError(`there is no realm ${stored.realm}`);
  }

  #addNew(realm: Pick<OpenRealm, 'order' | 'folder' | 'stored' | 'clock'>): void {
    this.#time.follow(realm.stored.id, realm.clock);
    this.#add({ ...realm, passwords: 'hashed', queue: Promise.resolve() });
  }

  #forget(realmId: string): void {
    this.#forgetSessions(realmId);
    this.#time.follow(realmId, undefined);
  }

  #add(realm: OpenRealm): void {
    this.#byId.set(realm.stored.id, realm);
    this.#byName.set(realm.stored.realm, realm);
  }

  async #write(realm: OpenRealm, after: StoredRealm): Promise<StoredRealm> {
    const before = realm.stored;
    if (after.id !== before.id) throw new TypeError("a realm's id does not change");
    if (after === before) return after;
    const write = async (): Promise<void> => {
      await realm.folder.writeRealm(fileOf(realm, after));
      realm.stored = after;
    };
    if (after.realm === before.realm) await write();
    else {
      this.#check(['realm', after.realm]);
      await this.#claiming([['realm', after.realm]], write);
      this.#byName.delete(before.realm);
      this.#byName.set(after.realm, realm);
    }
    return after;
  }

  /** While `run` moves the realm's folder away, nobody finds the realm; a failure brings it back. */
  async #withdrawn(realm: OpenRealm, run: () => Promise<void>): Promise<void> {
    this.#byId.delete(realm.stored.id);
    this.#byName.delete(realm.stored.realm);
    await this.#claiming(claimsOf(realm.stored), async () => {
      try {
        await run();
      } catch (error) {
        this.#add(realm);
        throw error;
      }
    });
  }

  #check([member, value]: Claim): void {
    const taken = member === 'realm' ? this.#byName.has(value) : this.#byId.has(value);
    const damage =
      member === 'realm' ? this.findOutOfService(value) : taken ? undefined : this.#damaged.findById(value);
    if (damage !== undefined) throw new RealmOutOfServiceError(damage);
    if (taken || this.#claimed.has(`${member} ${value}`)) throw new DuplicateError(member, value);
  }

  async #claiming(claims: readonly Claim[], run: () => Promise<void>): Promise<void> {
    const keys = claims.map(([member, value]) => `${member} ${value}`);
    for (const key of keys) this.#claimed.add(key);
    try {
      await run();
    } finally {
      for (const key of keys) this.#claimed.delete(key);
    }
  }

  /** Runs after the realm's earlier changes; undefined if the realm does not exist then. */
  #inTurn<T>(name: string, run: (realm: OpenRealm) => Promise<T>): Promise<T | undefined> {
    const realm = this.#byName.get(name);
    if (realm === undefined) return Promise.resolve(undefined);
    const result = realm.queue.then(() =>
      this.#byId.get(realm.stored.id) === realm ? run(realm) : undefined,
    );
    // The queue continues after a failure; the caller gets it from `result`.
    realm.queue = result.catch(() => undefined);
    return result;
  }
}

const claimsOf = ({ realm, id }: StoredRealm): readonly Claim[] => [
  ['realm', realm],
  ['id', id],
];

function fileOf({ order, passwords }: OpenRealm, realm: StoredRealm): RealmFile {
  return passwords === undefined ? { order, realm } : { order, realm, passwords };
}

/** Finds duplicate users before anything is written. @throws {DuplicateError} */
async function checkUsers(
  realm: StoredRealm,
  given: readonly StoredUser[] | UserSet,
  { signal }: StoringOptions,
): Promise<readonly StoredUser[]> {
  const users = 'list' in given ? given.list() : given;
  const index = new UserIndex(() => realm.duplicateEmailsAllowed !== true);
  await runInSlices(addUsers(index, users), signal);
  return users;
}
