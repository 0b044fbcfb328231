// The configuration file on disk: reads it together with an ETag of its content, and replaces it as a whole.
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import type { SettingFaultWire } from '#protocol/contract/settings.ts';
import { replaceFile } from './replace-file.ts';

/** The file's current state. */
export interface ConfOnDisk {
  readonly path: string;
  readonly exists: boolean;
  /** Empty when the file does not exist. */
  readonly bytes: Buffer;
  /** Differs for every content. */
  readonly etag: string;
  /** Why an existing file cannot be read. */
  readonly fault?: SettingFaultWire;
}

/** A missing file reads as empty. */
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

/** Replaces the file's content. Returns the error if that fails; the file is then unchanged. */
export function writeConfOnDisk(path: string, bytes: Buffer): SettingFaultWire | undefined {
  try {
    replaceFile(path, bytes);
    return undefined;
  } catch (error) {
    const remedy = 'Let the server write the file and its folder, or name another file with --config-file.';
    return fault(`${path} cannot be written (${codeOf(error)})`, remedy);
  }
}

export function restoreConfOnDisk({ path, exists, bytes }: ConfOnDisk): void {
  if (exists) replaceFile(path, bytes);
  else rmSync(path, { force: true });
}

function fault(problem: string, remedy: string): SettingFaultWire {
  return { key: 'config-file', problem, remedy };
}

/** @throws any error that does not come from the file system. */
function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  throw error;
}
