// Watches whether the caller is still there while its exchange waits.
import type { IncomingMessage } from 'node:http';

/** Runs `task` with a signal that is aborted when the caller closes its connection. */
export async function withCallerGone<T>(
  { socket }: Pick<IncomingMessage, 'socket'>,
  task: (callerGone: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = new AbortController();
  const onClose = (): void => gone.abort();
  socket.once('close', onClose);
  if (socket.destroyed) gone.abort();
  try {
    return await task(gone.signal);
  } finally {
    socket.off('close', onClose);
  }
}
