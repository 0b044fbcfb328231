// The places that the tools agree on: the repository, its outputs and the per-user cache.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The repository's folder. */
export const ROOT = resolve(import.meta.dirname, '..');

/** What the build writes. */
export const DIST = join(ROOT, 'dist');

/** Reports, probes and everything else that may be deleted at any time. */
export const OUT = join(ROOT, 'out');

/** A file of an installed package. */
export function inNodeModules(...parts) {
  return join(ROOT, 'node_modules', ...parts);
}

/** The per-user folder that survives a new clone: `UNDERSTUDY_CACHE`, or the platform's usual place. */
export function cacheFolder(environment = process.env, platform = process.platform) {
  if (environment.UNDERSTUDY_CACHE) return environment.UNDERSTUDY_CACHE;
  if (environment.XDG_CACHE_HOME) return join(environment.XDG_CACHE_HOME, 'understudy');
  if (platform === 'win32' && environment.LOCALAPPDATA) {
    return join(environment.LOCALAPPDATA, 'understudy', 'Cache');
  }
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'understudy');
  return join(homedir(), '.cache', 'understudy');
}
