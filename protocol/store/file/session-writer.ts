// Saves sessions: each change goes to the realm's journal at once, and to the pages every few seconds and at stop.
import type { Logger } from '#protocol/log/logger.ts';
import type { SessionChange, SessionListener, SessionMemory } from '../memory/session-memory.ts';
import type { SaveGate } from '../store.ts';
import { createGroupedFlush } from './grouped-flush.ts';
import type { RealmFolder } from './realm-folder.ts';
import type { SessionJournal } from './session-journal.ts';
import { setAside } from './set-aside.ts';

/** A realm's folder by the realm's id; undefined when there is no such realm any more. */
export type FolderOfRealm = (realmId: string) => RealmFolder | undefined;

/**
 * How long a journal grows before its changes go to the pages. A page has 256 sessions and is written whole, so the longer the wait, the
 * fewer of them are written again for one that changed; a journal of this length is read in a moment.
 */
const PAGES_AFTER_MS = 5000;
/** How long a change that only adds may wait until it survives a power failure. */
const FLUSH_AFTER_MS = 400;
/** After a failure, so that a full disk is not written about twice a second. */
const TRY_AGAIN_AFTER_MS = 5000;

/** Listens to the session memory and keeps the realms' folders up with it. */
export class SessionWriter implements SessionListener, SaveGate {
  readonly #folderOf: FolderOfRealm;
  readonly #log: Logger;
  readonly #changedSessions = new Set<string>();
  /** Revoked tokens of realms where they changed. */
  readonly #changedTokens = new Map<string, ReadonlyMap<string, number>>();
  /** Journals with changes that are not written yet: they wait for the answer to their request, or for the pages. */
  readonly #pending = new Set<SessionJournal>();
  /** How many changes took something back. */
  #takenBack = 0;
  readonly #takenBackIn = new Set<SessionJournal>();
  /** Journals with lines that a power failure may take. */
  readonly #unflushed = new Set<SessionJournal>();
  readonly #flush = createGroupedFlush(() => this.#flushJournals());
  /** How many of the changes that took something back survive a power failure. */
  #flushed = 0;
  #pagesTimer: NodeJS.Timeout | undefined;
  #flushTimer: NodeJS.Timeout | undefined;
  /** The newest write, failed or not. */
  #written: Promise<unknown> = Promise.resolve();
  #isFailing = false;
  #stopped = false;

  constructor(folderOf: FolderOfRealm, log: Logger) {
    this.#folderOf = folderOf;
    this.#log = log;
  }

  sessionChanging(realmId: string, change: SessionChange, takesBack: boolean): void {
    const folder = this.#folderOf(realmId);
    if (folder === undefined) return;
    folder.journal.append(change);
    if (takesBack) this.#takeBack(folder.journal);
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
    return this.#takenBack;
  }

  settle(mark: number): Promise<void> | undefined {
    if (this.#pending.size > 0) this.#writePending();
    if (this.#takenBack === mark || this.#flushed === this.#takenBack) return undefined;
    return this.#flush();
  }

  /** Fills the memory with what a realm's folder holds: the pages, and the journal over them. Damaged files are set aside. */
  async load(realmId: string, folder: RealmFolder, memory: SessionMemory): Promise<void> {
    const [sessions, revoke, journal] = await Promise.all([
      folder.sessions.load((error) => setAside(error, 'The sessions in it have ended', this.#log)),
      folder.readRevokedTokens(this.#log),
      folder.journal.read(this.#log),
    ]);
    for (const save of sessions) memory.restore(realmId, { save });
    memory.restore(realmId, { revoke });
    if (journal.files === 0) return;
    for (const change of journal.changes) {
      memory.restore(realmId, change);
      if (change.save !== undefined) folder.sessions.set(change.save);
      if (change.remove !== undefined) folder.sessions.delete(change.remove);
    }
    this.#changedSessions.add(realmId);
    this.#changedTokens.set(realmId, memory.revokedTokens(realmId));
    // Soon: a server that is killed again and again would otherwise read a longer journal each time.
    this.#schedulePages(FLUSH_AFTER_MS);
  }

  /** Resolves when everything that changed so far is in the pages on disk. What could not be written goes with the next flush. */
  flush(): Promise<void> {
    clearTimeout(this.#pagesTimer);
    this.#pagesTimer = undefined;
    // One after another: what is under way was changed before, so that it is waited for, too.
    const writing = this.#written.then(() => this.#writeChanges());
    this.#written = writing.catch(() => undefined);
    return writing;
  }

  /** No more writing by itself. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#pagesTimer);
    clearTimeout(this.#flushTimer);
  }

  /** @throws {StorageError} */
  #takeBack(journal: SessionJournal): void {
    const hasOtherLines = this.#pending.delete(journal);
    try {
      journal.checkPresence();
      journal.write();
    } catch (error) {
      if (hasOtherLines) this.#onLostLines(error);
      throw error;
    }
    this.#takenBack++;
    this.#takenBackIn.add(journal);
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

  /** New sessions that are not in the journal are in memory alone until the pages are written. */
  #onLostLines(error: unknown): void {
    if (!this.#isFailing) this.#schedulePages(FLUSH_AFTER_MS);
    this.#reportFailure(error);
  }

  async #flushJournals(): Promise<void> {
    const upTo = this.#takenBack;
    const journals = [...this.#takenBackIn];
    this.#takenBackIn.clear();
    try {
      await Promise.all(journals.map((journal) => journal.flush()));
      this.#flushed = upTo;
    } catch (error) {
      for (const journal of journals) this.#takenBackIn.add(journal);
      throw error;
    }
  }

  async #writeChanges(): Promise<void> {
    const realmIds = new Set([...this.#changedSessions, ...this.#changedTokens.keys()]);
    const tokens = new Map(this.#changedTokens);
    this.#changedSessions.clear();
    this.#changedTokens.clear();
    try {
      // Answers wait for the journal alone, so a change must not leave it before it is in the pages.
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

  /** Writes the pages then, or sooner if that is planned. */
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
    // A process that has nothing else to do may end; `close` has flushed before.
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

  /** Once, until it works again: it is tried every few seconds. */
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
