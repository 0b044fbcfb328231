// Takes a data directory into use: creates it and locks it.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { OptionError } from '#protocol/errors/option-error.ts';
import { createPrivateFolder } from './atomic-file.ts';
import { lockDataDir, type ReleaseLock } from './data-dir-lock.ts';

/**
 * Creates a data directory with these folders and locks it.
 * @throws {OptionError} `data-dir`, exit code 1: in use, not writable, or not a folder.
 */
export async function takeDataDir(dataDir: string, folders: readonly string[] = []): Promise<ReleaseLock> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    for (const name of folders) await createPrivateFolder(join(dataDir, name));
    return await lockDataDir(dataDir);
  } catch (cause) {
    if (cause instanceof OptionError) throw cause;
    const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
    const problem = `${dataDir} cannot be written (${code})`;
    throw new OptionError('data-dir', problem, remedyFor(code), { exitCode: 1, cause });
  }
}

/** A folder of the host that a container mounts belongs to root unless it was there before. */
function remedyFor(code: string): string {
  const uid = process.getuid?.();
  if (uid === undefined || !/^(EACCES|EPERM)$/.test(code)) return 'Give a folder that you may write to.';
  return `Give a folder that user ${uid} may write to; if it is a volume: chown ${uid} on the host, or a named volume.`;
}
