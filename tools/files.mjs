// Lists the repository's files as git sees them: new ones included, ignored ones not.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';
import { ToolError } from './progress.mjs';

/** Paths relative to the repository, with forward slashes, sorted. */
export function listFiles() {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const result = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (result.status !== 0)
    throw new ToolError('git cannot list the files.', 'Run the checks in a git clone.');
  const paths = result.stdout.split('\0').filter((path) => path !== '');
  return [...new Set(paths)].filter((path) => existsSync(join(ROOT, path))).sort();
}
