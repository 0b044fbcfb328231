// The file with the window's size and position. Its failures never keep the window from opening or closing.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseWindowState, type WindowState } from './window-state.ts';

/** The saved state; undefined if the file is missing or damaged. */
export function readWindowState(path: string): WindowState | undefined {
  try {
    return parseWindowState(readFileSync(path, 'utf8'));
  } catch {
    // Missing at the first start, or unreadable: the window opens with its default size.
    return undefined;
  }
}

/** Replaces the file atomically. Writes a line to standard error if that fails. */
export function writeWindowState(path: string, state: WindowState): void {
  try {
    writeFileSync(`${path}.tmp`, JSON.stringify(state));
    renameSync(`${path}.tmp`, path);
  } catch (error) {
    process.stderr.write(`The window's size and position could not be saved: ${(error as Error).message}\n`);
  }
}
