// Finds and runs other programs for setup.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ToolError } from '../progress.mjs';

const onWindows = process.platform === 'win32';

export const NPM = onWindows ? 'npm.cmd' : 'npm';

/**
 * Runs a program to its end, with its output on our standard error.
 * @throws ToolError with `remedy` if its exit code is not 0.
 */
export function runCommand(command, args, remedy, options = {}) {
  const result = spawnSync(command, args, { stdio: ['ignore', 2, 2], shell: onWindows, ...options });
  if (result.status === 0) return;
  const end = result.error?.message ?? `ended with ${result.status ?? result.signal}`;
  throw new ToolError(`${command} ${args.join(' ')}: ${end}`, remedy);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    if (['ENOENT', 'EACCES', 'ENOTDIR'].includes(error.code)) return false;
    throw error;
  }
}

/** The full path of the first of these programs on PATH, or undefined. */
export function findProgram(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const ending = onWindows ? '.exe' : '';
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name + ending)));
  return paths.find(isExecutable);
}
