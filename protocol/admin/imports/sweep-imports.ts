// Periodically forgets imports that are no longer read, and frees the files that they keep in memory.
import type { Logger } from '#protocol/log/logger.ts';
import type { ImportJobs } from './import-jobs.ts';

const SWEEP_EVERY_MS = 30_000;

/** Sweeps until the returned function is called. */
export function startImportSweep(imports: Pick<ImportJobs, 'removeExpired'>, log: Logger): () => void {
  const timer = setInterval(() => {
    imports.removeExpired().catch((error: unknown) => log.error('Imports cannot be forgotten', {}, error));
  }, SWEEP_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
