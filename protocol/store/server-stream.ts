// Streams, signals and questions between servers that share a store. A server with a store of its own has nothing to send.
import type { PlainData } from './plain-data.ts';

export interface StreamOptions {
  /** Entries that are kept for servers that have not read them yet; the oldest are dropped first. */
  readonly capacity: number;
  /** Entries that are written in each period. Of more, the newest are written in the next period and the others dropped. */
  readonly batch: number;
  /** Length of a period in milliseconds. */
  readonly periodMs: number;
  /** What a server reads first: entries that are kept already, or only those that follow its first `read`. */
  readonly begin: 'oldest' | 'newest';
  /** Whether each write is announced to other servers. Otherwise listeners poll, which costs the other servers nothing. */
  readonly isAnnounced: boolean;
}

/** Called when something has happened; must not throw. */
type Listener = () => void;

/**
 * Entries of all servers in one order, each read once by every other server. A notification, not a record: entries may
 * be lost while the database cannot be reached.
 */
export interface ServerStream<T> {
  /** Whether other servers are running; without them nothing is appended. They are noticed within a second. */
  readonly isShared: boolean;
  /** Appends what `entry` returns soon; it is called then. `group`: what it can be removed by. */
  append(entry: () => T, group: string): void;
  /** Resolves when other servers can read what was appended before, or when it is lost. Never rejects. */
  flush(): Promise<void>;
  /** Resolves when what other servers have appended before can be read, or after a quarter of a second. Never rejects. */
  flushOthers(): Promise<void>;
  /** What other servers have appended since the last call, oldest first. @throws {StorageError} */
  read(): Promise<readonly T[]>;
  /** Removes entries of a group, or all, for servers that have not read them. @throws {StorageError} */
  remove(group?: string): Promise<void>;
  /** Calls the listener when there may be something to read, within a tenth of a second. Returns the function that ends this. */
  onAppended(listener: Listener): () => void;
  /** Calls the listener when the first other server appears. Returns the function that ends this. */
  onShared(listener: Listener): () => void;
}

/** Messages of one kind to every part of every server. */
export interface Signal<T> {
  /** Calls the listeners of this server at once, and those of other servers as soon as they can be reached. */
  send(message: T): void;
  /**
   * Calls the listener, which must not throw, with each message; `isOwn` if this server has sent it. Returns the
   * function that ends this.
   */
  listen(listener: (message: T, isOwn: boolean) => void): () => void;
}

/** The part of a store that connects servers. */
export interface ServerConnections {
  /** Distinguishes what this server numbers from what the others do; empty for a server that shares its store with no other. */
  readonly serverTag: string;
  /** The signals of a kind, such as `mail`: every part that asks for the same kind hears the same messages. */
  createSignal<T extends object & PlainData<T>>(kind: string): Signal<T>;
  /**
   * The question of a kind, and how this server answers it; called once for each kind. `answer` must not throw. The
   * function that is returned asks all other servers; it resolves to their answers, or after `limitMs` milliseconds
   * (default 250) to those that have arrived, and never rejects. A server that has crashed is waited for until then.
   */
  createQuestion<Question extends object & PlainData<Question>, Answer extends object & PlainData<Answer>>(
    kind: string,
    answer: (question: Question) => Answer | Promise<Answer>,
    limitMs?: number,
  ): (question: Question) => Promise<readonly Answer[]>;
  /** Called once for each name. */
  createServerStream<T extends object & PlainData<T>>(name: string, options: StreamOptions): ServerStream<T>;
}
