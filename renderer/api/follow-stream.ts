// Follows a Server-Sent Events stream until stopped, and reconnects when it breaks.
import { createEventStreamParser } from './event-stream.ts';
import type { Api } from './http.ts';

const RECONNECT_AFTER_MS = 1000;
/** Events that arrive within this time are delivered together, so that a busy server causes few redraws. */
const GATHER_MS = 80;

/** Callbacks of a stream. */
export interface StreamListener<Event> {
  /** The stream is open; earlier events must be loaded separately. */
  readonly onOpen: () => Promise<void> | void;
  /** Events that arrived together, oldest first. */
  readonly onEvents: (events: readonly Event[]) => void;
  /** The stream is broken. */
  readonly onBreak?: () => void;
}

/** Reads until the stream ends, fails or is cancelled. */
async function readOnce<Event>(
  api: Api,
  path: string,
  listener: StreamListener<Event>,
  signal: AbortSignal,
): Promise<void> {
  const response = await api.open(path, signal);
  await listener.onOpen();
  const parser = createEventStreamParser();
  let gathered: Event[] = [];
  const flush = (): void => {
    const events = gathered;
    gathered = [];
    if (!signal.aborted) listener.onEvents(events);
  };
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
    const arrived = parser.push(piece.value).map((event) => JSON.parse(event.data) as Event);
    if (gathered.length === 0 && arrived.length > 0) setTimeout(flush, GATHER_MS);
    gathered.push(...arrived);
  }
}

/** Cancels `work` when the server is unreachable: the stream of a hanging server neither ends nor fails. */
async function whileReachable(
  { reachability }: Api,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const gone = new AbortController();
  const unsubscribe = reachability.subscribe(() => {
    if (reachability.state().since !== undefined) gone.abort();
  });
  try {
    await work(AbortSignal.any([signal, gone.signal]));
  } finally {
    unsubscribe();
  }
}

/** Follows the stream at `path`. Returns the function that stops it. */
export function followStream<Event>(api: Api, path: string, listener: StreamListener<Event>): () => void {
  const abort = new AbortController();
  const run = async (): Promise<void> => {
    while (!abort.signal.aborted) {
      // The status line shows "reconnecting"; the cause is not reported.
      await whileReachable(api, abort.signal, (signal) => readOnce(api, path, listener, signal)).catch(
        () => undefined,
      );
      if (abort.signal.aborted) return;
      listener.onBreak?.();
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_AFTER_MS));
    }
  };
  void run();
  return () => abort.abort();
}
