// Shared parts of the UDP and TCP senders.
import type { Clock } from '#protocol/clock.ts';
import type { Lookup } from './gelf-addresses.ts';
import type { GelfLosses } from './gelf-losses.ts';
import type { GelfMessage } from './gelf-message.ts';
import type { Scheduler } from './scheduler.ts';

/** Sends messages to one receiver. Never throws or blocks the caller. */
export interface GelfSender {
  /** Messages that cannot be sent are counted as lost. */
  send(message: GelfMessage): void;
  /** Sends queued messages for at most a second and counts the rest as lost. */
  close(): Promise<void>;
}

export interface GelfSenderDeps {
  readonly scheduler: Scheduler;
  readonly losses: GelfLosses;
  readonly clock: Clock;
  readonly lookup?: Lookup;
}

/** How long the server's shutdown waits for a receiver. */
const CLOSE_WITHIN_MS = 1000;

/** Why messages still queued at shutdown are lost. */
export const STOPPED = 'the server stopped before they were sent';

/** Converts a thrown value to an Error. */
export function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Resolves with `done`, after at most a second. */
export async function withinASecond(done: Promise<unknown>, scheduler: Scheduler): Promise<void> {
  let cancel: () => void = () => undefined;
  const late = new Promise<void>((resolve) => {
    cancel = scheduler.after(CLOSE_WITHIN_MS, resolve);
  });
  await Promise.race([done, late]);
  cancel();
}
