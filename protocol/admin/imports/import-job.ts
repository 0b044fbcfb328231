// One import of a realm file: read, checked and stored in slices; cancelled at any time before it is stored.
import type {
  ExistingRealms,
  ImportedRealmWire,
  ImportPhase,
  ImportProblemWire,
  ImportWire,
} from '#protocol/contract/imports.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { type RealmImportDeps, storeImported } from '#protocol/realm/file/import-realm.ts';
import { readRealmsInSlices } from '#protocol/realm/file/large-realm-file.ts';
import { type NormalizedRealm, normalizeInSlices } from '#protocol/realm/file/normalize-realm.ts';
import { RealmFileError } from '#protocol/realm/file/realm-file-error.ts';
import { followInMaster } from '#protocol/realm/master-realm.ts';
import type { RealmClocks } from '#protocol/realm/realm-clocks.ts';
import { runInSlices } from '#protocol/store/sliced.ts';
import { RealmOutOfServiceError, type Store } from '#protocol/store/store.ts';
import { describeProblem, ImportError, realmExists } from './describe-problem.ts';
import { createImportGate, type ImportGate } from './import-gate.ts';

export interface ImportJobDeps extends RealmImportDeps {
  readonly clocks: RealmClocks;
}

export interface ImportRequest {
  readonly text: string;
  readonly existing: ExistingRealms;
  /** False: the job waits for {@link ImportJob.start} when it has read the file. */
  readonly startsAtOnce: boolean;
  /** Whether the administrator may import the realm. @throws {RealmFileError} */
  readonly checkRights: (realm: RealmRepresentation) => void;
}

/** A realm of the file on its way into the store. */
interface Incoming {
  readonly file: RealmRepresentation;
  readonly normalized: NormalizedRealm;
  readonly replaces: boolean;
}

const FINAL: ReadonlySet<ImportPhase> = new Set(['done', 'failed', 'cancelled']);

const DEFECT: ImportProblemWire = {
  message: 'The import failed because of a defect in Understudy.',
  remedy: 'The log has the details; please report them.',
};

export class ImportJob {
  readonly id: string;
  readonly #deps: ImportJobDeps;
  readonly #request: Omit<ImportRequest, 'text'>;
  readonly #controller = new AbortController();
  #phase: ImportPhase = 'reading';
  #files: readonly RealmRepresentation[] = [];
  #realms: ImportedRealmWire[] = [];
  #usersDone = 0;
  #problem: ImportProblemWire | undefined;
  #gate: ImportGate | undefined;
  #work: Promise<void>;

  constructor(id: string, deps: ImportJobDeps, { text, ...request }: ImportRequest) {
    this.id = id;
    this.#deps = deps;
    this.#request = request;
    this.#work = this.#run(async () => {
      await this.#read(text);
      this.#controller.signal.throwIfAborted();
      if (request.startsAtOnce) await this.#import(request.existing);
      else this.#phase = 'waiting';
    });
  }

  get phase(): ImportPhase {
    return this.#phase;
  }

  get isFinal(): boolean {
    return FINAL.has(this.#phase);
  }

  show(): ImportWire {
    const { realms } = this.#deps.store;
    return {
      id: this.id,
      phase: this.#phase,
      usersDone: this.#usersDone,
      usersTotal: this.#realms.reduce((sum, { users }) => sum + users, 0),
      realms: this.#realms.map((realm) =>
        this.isFinal ? realm : { ...realm, exists: realms.find(realm.realm) !== undefined },
      ),
      ...(this.#problem === undefined ? {} : { problem: this.#problem }),
    };
  }

  /** Continues a job that waits; false if it does not. */
  start(existing: ExistingRealms): boolean {
    if (this.#phase !== 'waiting') return false;
    this.#phase = 'checking';
    this.#work = this.#run(() => this.#import(existing));
    return true;
  }

  /** Resolves when the job has ended: cancelled, or done if it is too late for that. */
  async cancel(): Promise<void> {
    if (this.#phase === 'waiting') this.#end('cancelled');
    if (this.isFinal) return;
    const reason = new Error('the import was cancelled');
    if (this.#gate?.isOpen !== true) this.#controller.abort(reason);
    this.#gate?.close(reason);
    await this.#work;
  }

  /** Resolves when the job waits or has ended. */
  async settle(): Promise<void> {
    await this.#work;
  }

  #end(phase: ImportPhase): void {
    this.#phase = phase;
    this.#files = [];
  }

  async #run(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.#controller.signal.aborted) {
        this.#end('cancelled');
        return;
      }
      this.#problem = describeProblem(error) ?? DEFECT;
      if (this.#problem === DEFECT) this.#deps.log.error('A realm file cannot be imported', {}, error);
      this.#end('failed');
    }
  }

  /** Counts the users that a phase has handled, after those of earlier realms. */
  #countAfter(before: number): (users: number) => void {
    return (users) => {
      this.#usersDone = before + users;
    };
  }

  async #read(text: string): Promise<void> {
    const { signal } = this.#controller;
    this.#files = await runInSlices(readRealmsInSlices(text, this.#countAfter(0)), signal);
    const names = new Set<string>();
    for (const [index, file] of this.#files.entries()) {
      const place = this.#files.length === 1 ? '' : `[${index}].`;
      checkNamed(file, place, names);
      this.#request.checkRights(file);
      this.#realms.push({
        realm: file.realm,
        clients: count(file.clients),
        users: count(file.users),
        exists: false,
      });
    }
  }

  async #import(existing: ExistingRealms): Promise<void> {
    this.#phase = 'checking';
    this.#usersDone = 0;
    const incoming = await this.#check(existing);
    this.#phase = 'storing';
    this.#usersDone = 0;
    await this.#store(incoming);
    this.#realms = this.#realms.map((realm) =>
      realm.outcome === undefined ? { ...realm, outcome: 'skipped' as const } : realm,
    );
    this.#end('done');
  }

  async #check(existing: ExistingRealms): Promise<readonly Incoming[]> {
    const { store, clocks } = this.#deps;
    const incoming: Incoming[] = [];
    let before = 0;
    for (const file of this.#files) {
      const replaces = store.realms.find(file.realm) !== undefined;
      if (replaces && existing === 'skip') continue;
      checkPlace(store, file.realm, existing);
      const slices = normalizeInSlices(file, clocks(file.realm), { done: this.#countAfter(before) });
      try {
        const normalized = await runInSlices(slices, this.#controller.signal);
        incoming.push({ file, normalized, replaces });
      } catch (error) {
        throw this.#files.length === 1 ? error : inRealm(file.realm, error);
      }
      before += count(file.users);
    }
    return incoming;
  }

  /** All realms, or none. */
  async #store(incoming: readonly Incoming[]): Promise<void> {
    const gate = createImportGate(incoming.length);
    this.#gate = gate;
    const written = new Map<Incoming, number>();
    const results = await Promise.allSettled(
      incoming.map(async (each) => {
        const { file, normalized, replaces } = each;
        try {
          const settings = await storeImported(this.#deps, file, normalized, {
            replaces,
            watch: {
              signal: this.#controller.signal,
              ready: () => gate.arrive(),
              written: (users) => {
                written.set(each, users);
                this.#usersDone = [...written.values()].reduce((sum, part) => sum + part, 0);
              },
            },
          });
          this.#note(each, settings.length);
        } catch (error) {
          gate.close(error);
          throw error;
        }
      }),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed === undefined) return;
    await this.#undo(incoming.filter((_, index) => results[index]?.status === 'fulfilled'));
    throw failed.reason;
  }

  #note({ file, normalized, replaces }: Incoming, settingsWithoutEffect: number): void {
    const outcome = replaces ? 'replaced' : 'created';
    this.#realms = this.#realms.map((realm) =>
      realm.realm === file.realm ? { ...realm, outcome, settingsWithoutEffect } : realm,
    );
    const text = replaces ? 'Realm imported in place of the earlier one' : 'Realm imported';
    this.#deps.log.info(text, { realm: file.realm, users: normalized.users.length });
  }

  /** Only for what fails after the gate has opened: a disk that fails between two realms. */
  async #undo(stored: readonly Incoming[]): Promise<void> {
    const { store } = this.#deps;
    for (const { normalized, replaces } of stored) {
      if (replaces) continue;
      await store.realms.remove(normalized.realm.realm);
      await followInMaster(store, normalized.realm.realm, undefined);
    }
  }
}

/** Of a list that is not checked yet. */
const count = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

function checkNamed({ realm }: RealmRepresentation, place: string, names: Set<string>): void {
  if (typeof realm !== 'string' || realm === '')
    throw new RealmFileError(
      `${place}realm`,
      realm === undefined ? 'is missing' : 'must be a text',
      'It is the name of the realm. Give a realm as Keycloak exports it.',
    );
  if (names.has(realm))
    throw new RealmFileError(
      `${place}realm`,
      `"${realm}" is used twice`,
      'Give each realm a name of its own.',
    );
  names.add(realm);
}

/** @throws {ImportError} @throws {RealmOutOfServiceError} when the realm cannot be stored. */
function checkPlace({ realms }: Store, realm: string, existing: ExistingRealms): void {
  const damage = realms.findOutOfService(realm);
  if (damage !== undefined) throw new RealmOutOfServiceError(damage);
  if (realms.find(realm) === undefined) return;
  if (existing !== 'replace') throw realmExists(realm);
  if (realm !== 'master') return;
  throw new ImportError({
    message: 'Realm master is not replaced: its administrators are those of the server.',
    remedy: 'Skip it, or give it to the server at its first start with --import-realm.',
  });
}

/** Names the realm of the problem. */
function inRealm(realm: string, error: unknown): unknown {
  const problem = describeProblem(error);
  return problem === undefined
    ? error
    : new ImportError({ ...problem, message: `Realm "${realm}": ${problem.message}` });
}
