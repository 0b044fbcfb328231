// A user's project, with the package installed from the file that `npm pack` makes.
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createFolder, ROOT } from './server.ts';

export const run = promisify(execFile);

export interface NpmProject {
  readonly folder: string;
  /** The package as it would be published. */
  readonly tarball: string;
}

/** `settings` are further members of its package.json. */
export async function createNpmProject(settings: object = {}): Promise<NpmProject> {
  const packed = createFolder('packed');
  const folder = createFolder('project');
  mkdirSync(packed);
  mkdirSync(folder);
  await run('npm', ['pack', '--pack-destination', packed], { cwd: ROOT });
  const tarball = join(packed, readdirSync(packed)[0] ?? '');
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'project', private: true, ...settings }),
  );
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--legacy-peer-deps', tarball], {
    cwd: folder,
  });
  return { folder, tarball };
}
