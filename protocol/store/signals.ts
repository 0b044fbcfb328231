// Signals between the parts of a server and, over a stream, between servers.
import type { ServerConnections, ServerStream, Signal, StreamOptions } from './server-stream.ts';

/** A message of any kind on its way to other servers. */
export interface SentSignal {
  readonly kind: string;
  readonly message: unknown;
}

/** How signals travel: soon, and only to servers that are running. */
export const SIGNAL_STREAM: StreamOptions = {
  capacity: 2000,
  batch: 500,
  periodMs: 5,
  begin: 'newest',
  isAnnounced: true,
};

type Listener = (message: unknown, isOwn: boolean) => void;

export interface Signals extends Pick<ServerConnections, 'createSignal'> {
  /** Passes on what another server has sent. */
  receive(sent: SentSignal): void;
}

/** `pass` takes the messages of this server to others. */
export function createSignals(pass: (sent: SentSignal) => void = () => undefined): Signals {
  const listeners = new Map<string, Set<{ readonly call: Listener }>>();
  const notify = ({ kind, message }: SentSignal, isOwn: boolean): void => {
    for (const { call } of [...(listeners.get(kind) ?? [])]) call(message, isOwn);
  };
  return {
    receive: (sent) => notify(sent, false),
    createSignal<T>(kind: string): Signal<T> {
      return {
        send(message) {
          notify({ kind, message }, true);
          pass({ kind, message });
        },
        listen(listener) {
          const heard = listeners.get(kind) ?? new Set();
          listeners.set(kind, heard);
          // An object, so that the same function can listen twice. The caller names the type of the kind.
          const entry = { call: listener as Listener };
          heard.add(entry);
          return () => heard.delete(entry);
        },
      };
    },
  };
}

/** The stream of a store that one server uses alone. */
function createLonelyStream<T>(): ServerStream<T> {
  const nothing = (): void => undefined;
  return {
    isShared: false,
    append: nothing,
    flush: async () => undefined,
    flushOthers: async () => undefined,
    read: async () => [],
    remove: async () => undefined,
    onAppended: () => nothing,
    onShared: () => nothing,
  };
}

/** The connections of a server that shares its store with no other. */
export function createLonelyConnections(): ServerConnections {
  const { createSignal } = createSignals();
  return {
    serverTag: '',
    createSignal,
    createQuestion: () => async () => [],
    createServerStream: createLonelyStream,
  };
}
