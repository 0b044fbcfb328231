// What the two ways to a GELF receiver have in common.
import type { GelfLosses } from './gelf-losses.ts';
import type { GelfMessage } from './gelf-message.ts';
import type { Scheduler } from './scheduler.ts';

/** Brings messages to one receiver. It never throws and never makes the caller wait. */
export interface GelfSender {
  /** Takes a message; one that cannot be sent is counted as lost. */
  send(message: GelfMessage): void;
  /** Sends what waits, for a second at most, and counts the rest as lost. */
  close(): Promise<void>;
}

/** What a sender works with. */
export interface GelfSenderDeps {
  readonly scheduler: Scheduler;
  readonly losses: GelfLosses;
}

/** How long the end of the server waits for a receiver. */
const CLOSE_WITHIN_MS = 1000;

/** Why messages that waited at the end are lost. */
export const STOPPED = 'the server stopped before they were sent';

/** Whatever was thrown, as an error. */
export function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Resolves with `done`, or after a second at the latest. */
export async function withinASecond(done: Promise<unknown>, scheduler: Scheduler): Promise<void> {
  let cancel: () => void = () => undefined;
  const late = new Promise<void>((resolve) => {
    cancel = scheduler.after(CLOSE_WITHIN_MS, resolve);
  });
  await Promise.race([done, late]);
  cancel();
}
