// Installs the npm packages of the lock file, again only if lock file, Node or platform changed.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inNodeModules, ROOT } from '../paths.mjs';
import { say } from '../progress.mjs';
import { NPM, runCommand } from './run-command.mjs';

const STAMP = inNodeModules('.understudy-stamp');

function fingerprint() {
  const host = `${process.version} ${process.platform} ${process.arch}`;
  return createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .update(host)
    .digest('hex');
}

/**
 * Runs `npm ci` if needed.
 * @throws ToolError if it fails.
 */
export function installDependencies() {
  const wanted = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  say('installing npm packages (npm ci, about half a minute)');
  runCommand(
    NPM,
    ['ci', '--no-audit', '--no-fund', '--loglevel=error'],
    'Check that the npm registry can be reached (npm ping), then start again.',
    { cwd: ROOT },
  );
  writeFileSync(STAMP, wanted);
  say('npm packages installed');
}
