// Exchanges that wait in the server on purpose, each for a limited time.
import { AbortedRequestError } from '#protocol/http/body.ts';

interface PauseOptions {
  /** Aborted when the caller goes away. Default: the pause takes its time. */
  readonly callerGone?: AbortSignal;
  /** Called once with the function that ends the pause; returns what to call when it is over. */
  readonly begin?: (finish: () => void) => () => void;
}

/** Waiting exchanges of all realms. Nothing waits once it is closed. */
export interface Pauses {
  /**
   * Resolves after `ms` milliseconds of real time, or sooner when it is finished or the realm's pauses end.
   * @throws {AbortedRequestError} when the caller goes away.
   */
  wait(realmId: string, ms: number, options?: PauseOptions): Promise<void>;
  /** Ends the pauses of a realm, whose exchanges go on. */
  end(realmId: string): void;
  /** Ends all pauses, and every later one at once. */
  close(): void;
}

const NOTHING_TO_WATCH = (): (() => void) => () => undefined;

export function createPauses(): Pauses {
  const waiting = new Map<string, Set<() => void>>();
  let isClosed = false;

  function wait(
    realmId: string,
    ms: number,
    { callerGone, begin = NOTHING_TO_WATCH }: PauseOptions,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const ends = waiting.get(realmId) ?? new Set();
      waiting.set(realmId, ends);
      const settle = (then: () => void): void => {
        clearTimeout(timer);
        callerGone?.removeEventListener('abort', onGone);
        ends.delete(onEnd);
        if (ends.size === 0 && waiting.get(realmId) === ends) waiting.delete(realmId);
        stop();
        then();
      };
      const onEnd = (): void => settle(resolve);
      const onGone = (): void => settle(() => reject(new AbortedRequestError(undefined)));
      const timer = setTimeout(onEnd, ms);
      ends.add(onEnd);
      callerGone?.addEventListener('abort', onGone);
      const stop = begin(onEnd);
      if (callerGone?.aborted === true) onGone();
    });
  }

  function end(realmId: string): void {
    for (const stop of [...(waiting.get(realmId) ?? [])]) stop();
  }

  return {
    wait: (realmId, ms, options = {}) =>
      isClosed && options.callerGone?.aborted !== true ? Promise.resolve() : wait(realmId, ms, options),
    end,
    close() {
      isClosed = true;
      for (const realmId of [...waiting.keys()]) end(realmId);
    },
  };
}
