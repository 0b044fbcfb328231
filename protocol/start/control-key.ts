// The control key: what a test runner on this machine presents instead of an administrator's token.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '#protocol/clock.ts';
import { createRandomText } from '#protocol/crypto/identifiers.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { Store } from '#protocol/store/store.ts';

/** New at each start; servers that share a database have the same one. */
export interface ControlKey {
  /** At this moment. */
  readonly key: string;
  /** Confirms that a server uses the key, and takes over that of the others if they have another one. Never rejects. */
  renew(): Promise<void>;
  /** Removes its file. */
  remove(): void;
}

export interface ControlKeyDeps {
  readonly dataDir: string;
  readonly store: Pick<Store, 'createExpiringStore'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** As servers share it. */
interface SharedKey {
  readonly realmId: string;
  readonly key: string;
}

/** In the data directory; readable only by its owner. Remains when the server is killed, but is worth nothing then. */
export const CONTROL_KEY_FILE = 'control-key';

const KEY_BYTES = 32;

/** It belongs to no realm. */
const NO_REALM = '';

/** How long servers that start have the key of those before them, in milliseconds, and how often it is renewed. */
const SHARED_MS = 60_000;
const RENEW_EVERY_MS = 15_000;

/** @throws {OptionError} exit code 1 when the file cannot be written. */
function writeKey(dataDir: string, key: string): void {
  const path = join(dataDir, CONTROL_KEY_FILE);
  try {
    mkdirSync(dataDir, { recursive: true });
    // A file that is there keeps its mode, whoever made it.
    rmSync(path, { force: true });
    writeFileSync(path, `${key}\n`, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
    const remedy = 'Make the data directory writable, or choose another one.';
    throw new OptionError('data-dir', `${path} cannot be written (${code})`, remedy, { exitCode: 1, cause });
  }
}

/**
 * @throws {OptionError} exit code 1 when the file cannot be written.
 * @throws {StorageError} when the database cannot be reached.
 */
export async function createControlKey({ dataDir, store, clock, log }: ControlKeyDeps): Promise<ControlKey> {
  const keys = store.createExpiringStore<SharedKey>('control-key');
  /** The key of the servers, which is `own` if there is none. */
  const share = (own: string): Promise<string> => {
    const now = clock.now();
    return keys.update(NO_REALM, 'key', now, (current) => {
      const value = current ?? { realmId: NO_REALM, key: own };
      return { value, expiresAt: now + SHARED_MS, result: value.key };
    });
  };
  let key = await share(createRandomText(KEY_BYTES));
  writeKey(dataDir, key);
  async function renew(): Promise<void> {
    try {
      const shared = await share(key);
      if (shared !== key) writeKey(dataDir, shared);
      key = shared;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.debug('The control key is not renewed', { reason });
    }
  }
  const timer = setInterval(() => void renew(), RENEW_EVERY_MS);
  timer.unref();
  return {
    get key() {
      return key;
    },
    renew,
    remove() {
      clearInterval(timer);
      rmSync(join(dataDir, CONTROL_KEY_FILE), { force: true });
    },
  };
}
