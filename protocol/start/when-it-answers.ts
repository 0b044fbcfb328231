// Waits for a database that starts at the same time as the server, as in a compose file.
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '#protocol/clock.ts';
import { OptionError } from '#protocol/errors/option-error.ts';

interface Waiting {
  /** How long at most, in milliseconds. */
  readonly waitMs: number;
  /** Called once, with the reason. */
  waiting(problem: string): void;
}

/** Between two attempts, in milliseconds. */
const PAUSE_MS = 250;

/** Nothing listens yet, its name is not known yet, or it is starting (SQLSTATE 57P03). */
const NOT_YET: readonly unknown[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  '57P03',
];

/** What `pg` reports of a database that accepts connections but is too busy to answer. */
const NO_ANSWER = /^timeout expired$|connection timeout/;

/**
 * Repeats `open` while the reason of its failure may pass by itself.
 * @throws {OptionError} the last one of `open`.
 */
export async function whenItAnswers<Opened>(
  open: () => Promise<Opened>,
  { waitMs, waiting }: Waiting,
): Promise<Opened> {
  const until = monotonicMs() + waitMs;
  let hasSaidSo = false;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!mayPass(error) || monotonicMs() + PAUSE_MS > until) throw error;
      if (!hasSaidSo) waiting(error.message);
      hasSaidSo = true;
    }
    await sleep(PAUSE_MS);
  }
}

function mayPass(error: unknown): error is OptionError {
  if (!(error instanceof OptionError) || !(error.cause instanceof Error)) return false;
  const { code, message } = error.cause as NodeJS.ErrnoException;
  return NOT_YET.includes(code) || NO_ANSWER.test(message);
}
