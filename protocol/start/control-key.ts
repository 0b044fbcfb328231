// The control key: what a test runner on this machine presents instead of an administrator's token.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandomText } from '#protocol/crypto/identifiers.ts';
import { OptionError } from '#protocol/errors/option-error.ts';

/** New at each start. */
export interface ControlKey {
  readonly key: string;
  /** Removes its file. */
  remove(): void;
}

/** In the data directory; readable only by its owner. Remains when the server is killed, but is worth nothing then. */
export const CONTROL_KEY_FILE = 'control-key';

const KEY_BYTES = 32;

/** @throws {OptionError} exit code 1 when the file cannot be written. */
export function createControlKey(dataDir: string): ControlKey {
  const key = createRandomText(KEY_BYTES);
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
  return { key, remove: () => rmSync(path, { force: true }) };
}
