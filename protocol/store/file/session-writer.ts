// Writes sessions behind: changes are gathered and written within a second, and at stop.
import type { Logger } from '#protocol/log/logger.ts';
import type { SessionListener, SessionMemory } from '../memory/session-memory.ts';
import type { UserSession } from '../store.ts';
import type { RealmFolder } from './realm-folder.ts';

/** A realm's folder by the realm's id; undefined when there is no such realm any more. */
export type FolderOfRealm = (realmId: string) => RealmFolder | undefined;

/** Well below the second that is promised. */
const WRITE_AFTER_MS = 400;
/** After a failure, so that a full disk is not written about twice a second. */
const TRY_AGAIN_AFTER_MS = 5000;

/** Listens to the session memory and keeps the realms' folders up with it. */
export class SessionWriter implements SessionListener {
  readonly #folderOf: FolderOfRealm;
  readonly #log: Logger;
  readonly #changedSessions = new Set<string>();
  /** Revoked tokens of realms where they changed. */
  readonly #changedTokens = new Map<string, ReadonlyMap<string, number>>();
  #timer: NodeJS.Timeout | undefined;
  /** The newest write, failed or not. */
  #written: Promise<unknown> = Promise.resolve();
  #stopped = false;

  constructor(folderOf: FolderOfRealm, log: Logger) {
    this.#folderOf = folderOf;
    this.#log = log;
  }

  sessionChanged(realmId: string, sessionId: string, session: UserSession | undefined): void {
    const pages = this.#folderOf(realmId)?.sessions;
    if (session === undefined) pages?.delete(sessionId);
    else pages?.set(session);
    this.#changedSessions.add(realmId);
    this.#schedule(WRITE_AFTER_MS);
  }

  revokedTokensChanged(realmId: string, tokens: ReadonlyMap<string, number>): void {
    this.#changedTokens.set(realmId, tokens);
    this.#schedule(WRITE_AFTER_MS);
  }

  realmRemoved(realmId: string): void {
    this.#changedSessions.delete(realmId);
    this.#changedTokens.delete(realmId);
  }

  /** Resolves when everything that changed so far is on disk. What could not be written goes with the next flush. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // One after another: what is under way was changed before, so that it is waited for, too.
    const writing = this.#written.then(() => this.#writeChanges());
    this.#written = writing.catch(() => undefined);
    return writing;
  }

  async #writeChanges(): Promise<void> {
    const sessions = [...this.#changedSessions];
    const tokens = [...this.#changedTokens];
    this.#changedSessions.clear();
    this.#changedTokens.clear();
    try {
      await Promise.all([
        ...sessions.map((realmId) => this.#folderOf(realmId)?.sessions.flush()),
        ...tokens.map(([realmId, expiries]) =>
          this.#folderOf(realmId)?.writeRevokedTokens(Object.fromEntries(expiries)),
        ),
      ]);
    } catch (error) {
      for (const realmId of sessions) this.#changedSessions.add(realmId);
      for (const [realmId, expiries] of tokens) this.#changedTokens.set(realmId, expiries);
      throw error;
    }
  }

  /** No more writing by itself. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #schedule(afterMs: number): void {
    if (this.#stopped || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.flush().catch((error: unknown) => {
        this.#log.error('Sessions cannot be written; they are tried again', {}, error);
        this.#schedule(TRY_AGAIN_AFTER_MS);
      });
    }, afterMs);
    // A process that has nothing else to do may end; `close` has flushed before.
    this.#timer.unref();
  }
}

/** Fills the memory with what a realm's folder holds. @throws {DamagedFileError} */
export async function loadSessions(
  realmId: string,
  folder: RealmFolder,
  memory: SessionMemory,
): Promise<void> {
  const [sessions, tokens] = await Promise.all([folder.sessions.load(), folder.readRevokedTokens()]);
  for (const session of sessions) memory.load(session);
  for (const [jti, expiresAt] of Object.entries(tokens)) memory.loadRevokedToken(realmId, jti, expiresAt);
}
