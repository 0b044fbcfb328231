// Work that a part of the screen starts and waits for, and that may end after somebody has left that part.
import { useLayoutEffect, useRef, useState } from 'react';
import { announceDone, announceFailure, type Outcome } from './announce.tsx';

/** What becomes of the end of work. */
export interface WorkOutcome<Result> extends Outcome<Result> {
  /** What happens then, while the part is still there: a dialog closes, a field is emptied. */
  readonly onDone?: (result: Result) => void;
}

/** Work of one kind; it runs once at a time. */
export interface Work {
  readonly running: boolean;
  /** Why the last one did not succeed; to be shown where it was started. */
  readonly error: Error | undefined;
  /** Takes the error away: what it was about is gone. */
  readonly forget: () => void;
  readonly start: <Result>(work: () => Promise<Result>, outcome: WorkOutcome<Result>) => void;
}

/** While the part is there it shows the end itself; afterwards a message tells it, so that no outcome is lost. */
export function useWork(): Work {
  const isHere = useRef(false);
  const isRunning = useRef(false);
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<Error | undefined>(undefined);
  // Not `useEffect`, whose cleanup waits until the browser is idle: an outcome in between would be shown nowhere.
  useLayoutEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const succeed = <Result>(result: Result, { done, onDone }: WorkOutcome<Result>): void => {
    if (isHere.current) onDone?.(result);
    else if (done !== undefined) announceDone(done(result));
  };
  const fail = (failure: unknown, heading: string): void => {
    const reason = failure instanceof Error ? failure : new Error(String(failure));
    if (isHere.current) setError(reason);
    else announceFailure(heading, reason);
  };
  const run = async <Result>(work: () => Promise<Result>, outcome: WorkOutcome<Result>): Promise<void> => {
    try {
      succeed(await work(), outcome);
    } catch (failure) {
      fail(failure, outcome.failed);
    } finally {
      isRunning.current = false;
      setRunning(false);
    }
  };
  return {
    running,
    error,
    forget: () => setError(undefined),
    start: (work, outcome) => {
      if (isRunning.current) return;
      isRunning.current = true;
      setRunning(true);
      setError(undefined);
      void run(work, outcome);
    },
  };
}
