// Periodically removes clones whose lease has run out, such as those of a test run that was killed.
import type { Logger } from '#protocol/log/logger.ts';
import type { Clones } from './clones.ts';

const SWEEP_EVERY_MS = 5000;

/** Sweeps until the returned function is called. */
export function startCloneSweep(clones: Pick<Clones, 'removeExpired'>, log: Logger): () => void {
  const timer = setInterval(() => {
    clones.removeExpired().catch((error: unknown) => log.error('Clones cannot be removed', {}, error));
  }, SWEEP_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
