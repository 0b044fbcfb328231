// Saves sessions: changes go to the journal at once, and to the pages every few seconds and at shutdown.
import type { Logger } from '#protocol/log/logger.ts';
import type { SessionChange, SessionListener, SessionMemory } from '../memory/session-memory.ts';
import type { SaveGate } from '../save-gate.ts';
import { createGroupedFlush } from './grouped-flush.ts';
import type { RealmFolder } from './realm-folder.ts';
import type { SessionJournal } from './session-journal.ts';
import { setAside } from './set-aside.ts';

/** The folder of a realm by its id; undefined once the realm is removed. */
export type FolderOfRealm = (realmId: string) => RealmFolder | undefined;

/**
 * How long a journal grows before its changes go to the pages. A page of 256 sessions is rewritten for each
 * changed one, so a longer interval writes less; a journal of this length is still read quickly.
 */
const PAGES_AFTER_MS = 5000;
/** How long until a change that revokes nothing survives a power failure. */
const FLUSH_AFTER_MS = 400;
/** Retry interval after a failure. */
const TRY_AGAIN_AFTER_MS = 5000;

/** Listens to the session memory and writes its changes to the realms' folders. */
export class SessionWriter implements SessionListener, SaveGate {
  readonly #folderOf: FolderOfRealm;
  readonly #log: Logger;
  readonly #changedSessions = new Set<string>();
  /** Revoked tokens of the realms in which they changed. */
  readonly #changedTokens = new Map<string, ReadonlyMap<string, number>>();
  /** Journals with unwritten changes, which wait for the response to their request or for the pages. */
  readonly #pending = new Set<SessionJournal>();
  /** Number of revoking changes. */
  #revocations = 0;
  readonly #revokedIn = new Set<SessionJournal>();
  /** Journals with lines that a power failure may lose. */
  readonly #unflushed = new Set<SessionJournal>();
  readonly #flush = createGroupedFlush(() => this.#flushJournals());
  /** How many of the revoking changes survive a power failure. */
  #flushed = 0;
  #pagesTimer: NodeJS.Timeout | undefined;
  #flushTimer: NodeJS.Timeout | undefined;
  /** The newest write of pages, failed or not. */
  #written: Promise<unknown> = Promise.resolve();
  #isFailing = false;
  #stopped = false;

  constructor(folderOf: FolderOfRealm, log: Logger) {
    this.#folderOf = folderOf;
    this.#log = log;
  }

  sessionChanging(realmId: string, change: SessionChange, isRevocation: boolean): void {
    const folder = this.#folderOf(realmId);
    if (folder === undefined) return;
    folder.journal.append(change);
    if (isRevocation) this.#writeRevocation(folder.journal);
    else this.#pending.add(folder.journal);
    if (change.save !== undefined) folder.sessions.set(change.save);
    if (change.remove !== undefined) folder.sessions.delete(change.remove);
    this.#changedSessions.add(realmId);
    this.#unflushed.add(folder.journal);
    this.#schedulePages(PAGES_AFTER_MS);
    this.#scheduleFlush();
  }

  revokedTokensChanged(realmId: string, tokens: ReadonlyMap<string, number>): void {
    this.#changedTokens.set(realmId, tokens);
    this.#schedulePages(PAGES_AFTER_MS);
  }

  realmRemoved(realmId: string): void {
    this.#changedSessions.delete(realmId);
    this.#changedTokens.delete(realmId);
  }

  mark(): number {
    return this.#revocations;
  }

  settle(mark: number): Promise<void> | undefined {
    if (this.#pending.size > 0) this.#writePending();
    if (this.#revocations === mark || this.#flushed === this.#revocations) return undefined;
    return this.#flush();
  }

  /** Loads a realm's pages and then its journal into memory. Damaged files are set aside. */
  async load(realmId: string, folder: RealmFolder, memory: SessionMemory): Promise<void> {
    const [sessions, revoke, journal] = await Promise.all([
      folder.sessions.load((error) => setAside(error, 'The sessions in it have ended', this.#log)),
      folder.readRevokedTokens(this.#log),
      folder.journal.read(this.#log),
    ]);
    for (const save of sessions) memory.apply(realmId, { save });
    memory.apply(realmId, { revoke });
    if (journal.files === 0) return;
    for (const change of journal.changes) {
      memory.apply(realmId, change);
      if (change.save !== undefined) folder.sessions.set(change.save);
      if (change.remove !== undefined) folder.sessions.delete(change.remove);
    }
    this.#changedSessions.add(realmId);
    this.#changedTokens.set(realmId, memory.revokedTokens(realmId));
    // Soon, or else a server that is killed repeatedly would read a longer journal each time.
    this.#schedulePages(FLUSH_AFTER_MS);
  }

  /** Resolves when all changes so far are in the pages on disk. After a failure the next flush retries. */
  flush(): Promise<void> {
    clearTimeout(this.#pagesTimer);
    this.#pagesTimer = undefined;
    // Serialized, so that earlier changes that are being written are awaited too.
    const writing = this.#written.then(() => this.#writeChanges());
    this.#written = writing.catch(() => undefined);
    return writing;
  }

  /** Stops the timers. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#pagesTimer);
    clearTimeout(this.#flushTimer);
  }

  /** @throws {StorageError} */
  #writeRevocation(journal: SessionJournal): void {
    const hasOtherLines = this.#pending.delete(journal);
    try {
      journal.checkPresence();
      journal.write();
    } catch (error) {
      if (hasOtherLines) this.#onLostLines(error);
      throw error;
    }
    this.#revocations++;
    this.#revokedIn.add(journal);
  }

  #writePending(): void {
    for (const journal of this.#pending) {
      try {
        journal.write();
      } catch (error) {
        this.#onLostLines(error);
      }
    }
    this.#pending.clear();
  }

  /** New sessions missing in the journal are only in memory until the pages are written. */
  #onLostLines(error: unknown): void {
    if (!this.#isFailing) this.#schedulePages(FLUSH_AFTER_MS);
    this.#reportFailure(error);
  }

  async #flushJournals(): Promise<void> {
    const upTo = this.#revocations;
    const journals = [...this.#revokedIn];
    this.#revokedIn.clear();
    try {
      await Promise.all(journals.map((journal) => journal.flush()));
      this.#flushed = upTo;
    } catch (error) {
      for (const journal of journals) this.#revokedIn.add(journal);
      throw error;
    }
  }

  async #writeChanges(): Promise<void> {
    const realmIds = new Set([...this.#changedSessions, ...this.#changedTokens.keys()]);
    const tokens = new Map(this.#changedTokens);
    this.#changedSessions.clear();
    this.#changedTokens.clear();
    try {
      // Responses wait only for the journal, so a change must stay in it until it is in the pages.
      this.#writePending();
      await Promise.all([...realmIds].map((realmId) => this.#writeRealm(realmId, tokens.get(realmId))));
    } catch (error) {
      for (const realmId of realmIds) this.#changedSessions.add(realmId);
      for (const [realmId, expiries] of tokens) this.#changedTokens.set(realmId, expiries);
      throw error;
    }
    if (realmIds.size > 0 && this.#isFailing) {
      this.#isFailing = false;
      this.#log.info('Sessions are saved again');
    }
  }

  async #writeRealm(realmId: string, tokens: ReadonlyMap<string, number> | undefined): Promise<void> {
    const folder = this.#folderOf(realmId);
    if (folder === undefined) return;
    const covered = folder.journal.rotate();
    await Promise.all([
      folder.sessions.flush(),
      tokens && folder.writeRevokedTokens(Object.fromEntries(tokens)),
    ]);
    await folder.journal.discard(covered, this.#log);
  }

  /** Writes the pages after this delay, or sooner if already scheduled. */
  #schedulePages(afterMs: number): void {
    if (this.#stopped) return;
    if (this.#pagesTimer !== undefined) {
      if (afterMs >= PAGES_AFTER_MS) return;
      clearTimeout(this.#pagesTimer);
    }
    this.#pagesTimer = setTimeout(() => {
      this.#pagesTimer = undefined;
      this.flush().catch((error: unknown) => {
        this.#reportFailure(error);
        this.#schedulePages(TRY_AGAIN_AFTER_MS);
      });
    }, afterMs);
    // Does not keep the process alive; `close` has flushed before.
    this.#pagesTimer.unref();
  }

  #scheduleFlush(): void {
    if (this.#stopped || this.#flushTimer !== undefined) return;
    this.#flushTimer = setTimeout(() => {
      this.#flushTimer = undefined;
      const journals = [...this.#unflushed];
      this.#unflushed.clear();
      this.#writePending();
      Promise.all(journals.map((journal) => journal.flush())).catch((error: unknown) =>
        this.#reportFailure(error),
      );
    }, FLUSH_AFTER_MS);
    this.#flushTimer.unref();
  }

  /** Logs once until writing succeeds again. */
  #reportFailure(error: unknown): void {
    if (this.#isFailing) return;
    this.#isFailing = true;
    this.#log.error(
      'Sessions cannot be saved. Users can sign in, but new sessions are lost when the server ends; sign-outs and revocations are refused until the disk accepts them',
      {},
      error,
    );
  }
}
