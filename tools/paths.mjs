// Paths that the tools share: the repository, its outputs and the per-user cache.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '..');

/** Output of the build. */
export const DIST = join(ROOT, 'dist');

/** Reports and temporary files, which may be deleted at any time. */
export const OUT = join(ROOT, 'out');

export function inNodeModules(...parts) {
  return join(ROOT, 'node_modules', ...parts);
}

/** The per-user cache that survives a new clone: `UNDERSTUDY_CACHE`, or the platform's default. */
export function cacheFolder(environment = process.env, platform = process.platform) {
  if (environment.UNDERSTUDY_CACHE) return environment.UNDERSTUDY_CACHE;
  if (environment.XDG_CACHE_HOME) return join(environment.XDG_CACHE_HOME, 'understudy');
  if (platform === 'win32' && environment.LOCALAPPDATA) {
    return join(environment.LOCALAPPDATA, 'understudy', 'Cache');
  }
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'understudy');
  return join(homedir(), '.cache', 'understudy');
}
