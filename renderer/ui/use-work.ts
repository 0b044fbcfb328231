// A task that a component starts and waits for, and that may end after the component is unmounted.
import { useLayoutEffect, useRef, useState } from 'react';
import { announceDone, announceFailure, type Outcome } from './announce.tsx';

/** Handling of a task's outcome. */
export interface WorkOutcome<Result> extends Outcome<Result> {
  /** Called after success while mounted: closes a dialog, clears a field. */
  readonly onDone?: (result: Result) => void;
}

/** A task; it runs only once at a time. */
export interface Work {
  readonly running: boolean;
  /** Error of the last run, to be shown where it was started. */
  readonly error: Error | undefined;
  /** Clears the error. */
  readonly forget: () => void;
  readonly start: <Result>(work: () => Promise<Result>, outcome: WorkOutcome<Result>) => void;
}

/** A mounted component shows the outcome itself; otherwise a notification does, so that none is lost. */
export function useWork(): Work {
  const isMounted = useRef(false);
  const isRunning = useRef(false);
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<Error | undefined>(undefined);
  // Not `useEffect`: its cleanup runs later, and an outcome in between would not be shown.
  useLayoutEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const succeed = <Result>(result: Result, { done, onDone }: WorkOutcome<Result>): void => {
    if (isMounted.current) onDone?.(result);
    else if (done !== undefined) announceDone(done(result));
  };
  const fail = (failure: unknown, heading: string): void => {
    const reason = failure instanceof Error ? failure : new Error(String(failure));
    if (isMounted.current) setError(reason);
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
