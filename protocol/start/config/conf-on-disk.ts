// The configuration file on disk, for the settings: read with what tells one state from another, and replaced whole.
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import type { SettingFaultWire } from '#protocol/contract/settings.ts';
import { replaceFile } from './replace-file.ts';

/** How the file is. */
export interface ConfOnDisk {
  readonly path: string;
  readonly exists: boolean;
  /** Empty when there is no file. */
  readonly bytes: Buffer;
  /** Another one for every content. */
  readonly etag: string;
  /** Why the file cannot be read, when it is there. */
  readonly fault?: SettingFaultWire;
}

/** Reads the file; one that is missing is empty. */
export function readConfOnDisk(path: string): ConfOnDisk {
  try {
    const bytes = readFileSync(path);
    return { path, exists: true, bytes, etag: createHash('sha256').update(bytes).digest('base64url') };
  } catch (error) {
    const code = codeOf(error);
    const missing = { path, exists: false, bytes: Buffer.alloc(0), etag: 'none' };
    if (code === 'ENOENT') return missing;
    return {
      ...missing,
      fault: fault(`${path} cannot be read (${code})`, 'Make it a file that the server may read.'),
    };
  }
}

/** Replaces the file's content. Answers what stands in the way; the file is as it was then. */
export function writeConfOnDisk(path: string, bytes: Buffer): SettingFaultWire | undefined {
  try {
    replaceFile(path, bytes);
    return undefined;
  } catch (error) {
    const remedy = 'Let the server write the file and its folder, or name another file with --config-file.';
    return fault(`${path} cannot be written (${codeOf(error)})`, remedy);
  }
}

/** Makes the file what it was. */
export function restoreConfOnDisk({ path, exists, bytes }: ConfOnDisk): void {
  if (exists) replaceFile(path, bytes);
  else rmSync(path, { force: true });
}

function fault(problem: string, remedy: string): SettingFaultWire {
  return { key: 'config-file', problem, remedy };
}

/** @throws what is no fault of the file system. */
function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  throw error;
}
