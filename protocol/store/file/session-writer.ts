// Writes sessions behind: changes are gathered and written within a second, and at stop.
import type { Clock } from '#protocol/clock.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { SessionListener, SessionMemory } from '../memory/session-memory.ts';
import type { UserSession } from '../store.ts';
import type { RealmFolder } from './realm-folder.ts';

/** Well below the second that is promised. */
const WRITE_AFTER_MS = 400;

/** Listens to the session memory and keeps the realms' folders up with it. */
export class SessionWriter implements SessionListener {
  readonly #folders: ReadonlyMap<string, RealmFolder>;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #revoked = new Map<string, Map<string, number>>();
  readonly #changedRealms = new Set<string>();
  readonly #changedRevocations = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    folders: ReadonlyMap<string, RealmFolder>,
    options: { readonly clock: Clock; readonly log: Logger },
  ) {
    this.#folders = folders;
    this.#clock = options.clock;
    this.#log = options.log;
  }

  /** Fills the memory from disk. @throws {DamagedFileError} */
  async load(memory: SessionMemory): Promise<void> {
    for (const [realmId, folder] of this.#folders) {
      for (const session of await folder.sessions.load()) memory.load(session);
      const revoked = new Map(Object.entries(await folder.readRevokedTokens()));
      this.#revoked.set(realmId, revoked);
      for (const [jti, expiresAt] of revoked) memory.loadRevoked(realmId, jti, expiresAt);
    }
  }

  sessionChanged(realmId: string, sessionId: string, session: UserSession | undefined): void {
    const pages = this.#folders.get(realmId)?.sessions;
    if (session === undefined) pages?.delete(sessionId);
    else pages?.set(session);
    this.#changedRealms.add(realmId);
    this.#schedule();
  }

  tokenRevoked(realmId: string, jti: string, expiresAt: number): void {
    const tokens = this.#revoked.get(realmId) ?? new Map<string, number>();
    tokens.set(jti, expiresAt);
    this.#revoked.set(realmId, tokens);
    this.#changedRevocations.add(realmId);
    this.#schedule();
  }

  /** Resolves when everything that changed so far is on disk. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const realms = [...this.#changedRealms];
    const revocations = [...this.#changedRevocations];
    this.#changedRealms.clear();
    this.#changedRevocations.clear();
    await Promise.all([
      ...realms.map((realmId) => this.#folders.get(realmId)?.sessions.flush()),
      ...revocations.map((realmId) =>
        this.#folders.get(realmId)?.writeRevokedTokens(this.#revoked.get(realmId) ?? [], this.#clock.now()),
      ),
    ]);
  }

  /** No more writing by itself. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.flush().catch((error: unknown) => this.#log.error('Sessions cannot be written', {}, error));
    }, WRITE_AFTER_MS);
    // A process that has nothing else to do may end; `close` has flushed before.
    this.#timer.unref();
  }
}
