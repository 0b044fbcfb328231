// The imports in progress and those that have just ended.
import type { Clock } from '#protocol/clock.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { AdminError, notFound } from '../admin-error.ts';
import { ImportJob, type ImportJobDeps, type ImportRequest } from './import-job.ts';

/** Each may keep a file of 256 MiB, and what becomes of it, in memory. */
const MAX_IN_PROGRESS = 2;
const MAX_ENDED = 50;
/** How long an import is known after it was last shown, unless it is in progress. */
const KEPT_MS = 10 * 60 * 1000;

interface KnownJob {
  readonly job: ImportJob;
  readonly owner: string;
  shownAt: number;
}

export interface ImportJobs {
  /** `owner` identifies the administrator. @throws {AdminError} 409 when there are too many. */
  begin(owner: string, request: ImportRequest): ImportJob;
  /** `owner` undefined: an import of any administrator. @throws {AdminError} 404 */
  find(owner: string | undefined, id: string): ImportJob;
  /** Whether this server has an import, of whichever administrator. */
  has(id: string): boolean;
  forget(id: string): void;
  /** Forgets imports that have not been read for ten minutes; those that wait are cancelled. */
  removeExpired(): Promise<void>;
  /** Cancels what is in progress. */
  close(): Promise<void>;
}

export interface ImportJobsDeps extends ImportJobDeps {
  /** The machine's clock. */
  readonly clock: Clock;
}

export function createImportJobs(deps: ImportJobsDeps): ImportJobs {
  const { clock } = deps;
  const known = new Map<string, KnownJob>();
  const isOver = ({ job }: KnownJob): boolean => job.isFinal;
  return {
    begin(owner, request) {
      if ([...known.values()].filter((each) => !isOver(each)).length >= MAX_IN_PROGRESS)
        throw new AdminError(409, {
          error: `${MAX_IN_PROGRESS} imports are in progress already, which is the limit.`,
          remedy: 'Wait until one is done, or cancel it with DELETE /emulator/v1/imports/{id}.',
        });
      const ended = [...known].filter(([, each]) => isOver(each));
      for (const [id] of ended.slice(0, Math.max(0, ended.length - MAX_ENDED + 1))) known.delete(id);
      const job = new ImportJob(createUuid(), deps, request);
      known.set(job.id, { job, owner, shownAt: clock.now() });
      return job;
    },
    find(owner, id) {
      const found = known.get(id);
      if (found === undefined || (owner !== undefined && owner !== found.owner))
        throw notFound(
          'There is no such import; imports are forgotten ten minutes after they were last read.',
        );
      found.shownAt = clock.now();
      return found.job;
    },
    has: (id) => known.has(id),
    forget: (id) => void known.delete(id),
    async removeExpired() {
      for (const [id, { job, shownAt }] of known) {
        if (clock.now() - shownAt < KEPT_MS || !(job.isFinal || job.phase === 'waiting')) continue;
        known.delete(id);
        await job.cancel();
      }
    },
    async close() {
      await Promise.all([...known.values()].map(({ job }) => job.cancel()));
      known.clear();
    },
  };
}
