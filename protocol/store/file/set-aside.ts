// Renames damaged files that the server can do without, and logs it.
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import type { Logger } from '#protocol/log/logger.ts';
import type { DamagedFileError } from './atomic-file.ts';

/** `<name>.damaged-1`, or the next free number: earlier files are not overwritten. */
function freeName(path: string): string {
  let number = 1;
  while (existsSync(`${path}.damaged-${number}`)) number++;
  return `${path}.damaged-${number}`;
}

/**
 * Renames a damaged file to `<name>.damaged-1` and logs one ERROR record. `loss` describes the lost data.
 * Never throws: a file that cannot be renamed stays, and the record says so.
 */
export async function setAside(
  { path, problem: reason }: DamagedFileError,
  loss: string,
  log: Logger,
): Promise<void> {
  const aside = freeName(path);
  try {
    await rename(path, aside);
  } catch (error) {
    log.error(
      'A damaged file is ignored but cannot be renamed. Move it away before the next start',
      { file: path, reason, loss },
      error,
    );
    return;
  }
  log.error('A damaged file was set aside', { file: path, setAsideAs: aside, reason, loss });
}
