// The file that keeps the window's size and place. A window must open, and close, whatever becomes of it.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseWindowState, type WindowState } from './window-state.ts';

/** What the file says; undefined when it is missing or cannot be used. */
export function readWindowState(path: string): WindowState | undefined {
  try {
    return parseWindowState(readFileSync(path, 'utf8'));
  } catch {
    // No file at the first start, or one that cannot be read: the window opens in its first size.
    return undefined;
  }
}

/** Replaces the file in one step. One line on standard error when that fails. */
export function writeWindowState(path: string, state: WindowState): void {
  try {
    writeFileSync(`${path}.tmp`, JSON.stringify(state));
    renameSync(`${path}.tmp`, path);
  } catch (error) {
    process.stderr.write(`The window's size is not remembered: ${(error as Error).message}\n`);
  }
}
