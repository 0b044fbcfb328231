// Lists the files of the npm package, which are also those of the image.
import { spawnSync } from 'node:child_process';
import { ROOT } from '../paths.mjs';
import { ToolError } from '../progress.mjs';
import { NPM } from '../setup/run-command.mjs';

/** Paths below the root. @throws ToolError when npm cannot list them. */
export function listPackageFiles() {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--silent'];
  const { status, stdout } = spawnSync(NPM, args, {
    cwd: ROOT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0)
    throw new ToolError('npm cannot list the files of the package.', 'Run: npm pack --dry-run');
  const [{ files }] = JSON.parse(stdout);
  return files.map(({ path }) => path);
}
