// Locates this copy of Understudy on disk from the running module, bundled or not.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that contains package.json, and the version stated there. */
export interface Installation {
  readonly root: string;
  readonly version: string;
}

/** Finds the installation that contains a module. @throws {Error} when there is none above it. */
export function findInstallation(moduleUrl: string): Installation {
  let folder = dirname(fileURLToPath(moduleUrl));
  for (;;) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest)) {
      const { name, version } = JSON.parse(readFileSync(manifest, 'utf8')) as {
        name?: string;
        version?: string;
      };
      if (name === 'understudy') return { root: folder, version: version ?? '0.0.0' };
    }
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`no installation of Understudy above ${fileURLToPath(moduleUrl)}`);
    folder = parent;
  }
}

/** Base folder of default paths. A package in node_modules may be removed at any time, so it keeps nothing in its own folder. */
export function findHome(root: string, workingDirectory: string): string {
  return root.split(sep).includes('node_modules') ? workingDirectory : root;
}
