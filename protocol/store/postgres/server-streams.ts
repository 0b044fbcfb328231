// Streams between servers: rows of a table, numbered in the order in which they become visible.
import { monotonicMs } from '#protocol/clock.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { PlainData } from '../plain-data.ts';
import type { ServerConnections, ServerStream, Signal, StreamOptions } from '../server-stream.ts';
import { createSignals, type SentSignal, SIGNAL_STREAM, type Signals } from '../signals.ts';
import { channelOf } from './change-listener.ts';
import { type Database, Document, type Statement } from './database.ts';
import { type QuestionMessage, Questions } from './questions.ts';
import type { RealmFeed } from './realm-feed.ts';
import { toKey } from './stored-key.ts';

/** The name of the stream of signals. */
const SIGNALS = 'signals';

/** Enough of a server's id to distinguish it from those that run beside it. */
const TAG_CHARACTERS = 6;

/** Milliseconds between two looks at streams that nothing announces. */
const LOOK_EVERY_MS = 100;

/**
 * `$1` stream, `$2` server, `$3` groups, `$4` entries, `$5` their number. The row of the stream is locked until the
 * entries are there, so that no number is read before a smaller one.
 */
const APPEND_ENTRIES = `WITH next AS (
    INSERT INTO server_streams AS s (name, position) VALUES ($1, $5)
    ON CONFLICT (name) DO UPDATE SET position = s.position + $5 RETURNING position
  ), added AS (
    INSERT INTO server_stream_entries (stream, position, server, entry_group, data)
    SELECT $1, next.position - $5 + entry.number, $2, entry.entry_group, entry.data
    FROM next, unnest($3::TEXT[], $4::JSON[]) WITH ORDINALITY AS entry (entry_group, data, number)
  )`;

const APPEND: Statement = { name: 'append-entries', text: `${APPEND_ENTRIES} SELECT position FROM next` };

/** As {@link APPEND}; `$6` is the channel on which the stream is announced. */
const APPEND_AND_ANNOUNCE: Statement = {
  name: 'append-and-announce-entries',
  text: `${APPEND_ENTRIES} SELECT position, pg_notify($6, $1) FROM next`,
};

/** `$1` stream, `$2` the position that is read already, `$3` the server, `$4` how many. One row without an entry for none. */
const READ: Statement = {
  name: 'read-entries',
  operation: 'read',
  text: `SELECT s.position AS latest, e.data FROM server_streams s
    LEFT JOIN server_stream_entries e ON e.stream = s.name AND e.position > $2
      AND e.position > s.position - $4 AND e.server <> $3
    WHERE s.name = $1 ORDER BY e.position`,
};

/** `$2`: the newest position that is removed. */
const TRIM: Statement = {
  name: 'trim-entries',
  text: 'DELETE FROM server_stream_entries WHERE stream = $1 AND position <= $2',
};

const REMOVE: Statement = {
  name: 'remove-entries',
  text: 'DELETE FROM server_stream_entries WHERE stream = $1 AND ($2::TEXT IS NULL OR entry_group = $2)',
};

interface AppendedRow {
  readonly position: number;
}

interface EntryRow<T> {
  readonly latest: number;
  readonly data: T | null;
}

interface QueuedEntry {
  readonly entry: () => object;
  readonly group: string;
}

/** What streams need of the server. */
export interface StreamDeps {
  readonly database: Database;
  readonly feed: Pick<RealmFeed, 'serverId' | 'others' | 'findOthers' | 'isListening'>;
  readonly canNotify: boolean;
  readonly log: Logger;
}

class PostgresStream<T extends object> implements ServerStream<T> {
  readonly #name: string;
  readonly #options: StreamOptions;
  readonly #deps: StreamDeps;
  readonly #askOthers: (stream: string) => Promise<void>;
  readonly #appendedListeners = new Set<{ readonly call: () => void }>();
  readonly #sharedListeners = new Set<{ readonly call: () => void }>();
  #queue: QueuedEntry[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #reading: Promise<unknown> = Promise.resolve();
  /** Undefined: nothing has been read, and reading begins with the newest. */
  #position: number | undefined;
  #trimmedAt = 0;
  /** Of the process's own time. */
  #periodBegan = Number.NEGATIVE_INFINITY;
  /** Entries written since then. */
  #written = 0;

  constructor(
    name: string,
    options: StreamOptions,
    deps: StreamDeps,
    askOthers: (stream: string) => Promise<void>,
  ) {
    this.#name = name;
    this.#options = options;
    this.#deps = deps;
    this.#askOthers = askOthers;
    if (options.begin === 'oldest') this.#position = 0;
  }

  get isShared(): boolean {
    return this.#deps.feed.others > 0;
  }

  append(entry: () => T, group: string): void {
    if (!this.isShared) return;
    this.#queue.push({ entry, group });
    // Dropped in bulk, because single ones are expensive.
    if (this.#queue.length >= 2 * this.#options.batch) this.#queue = this.#queue.slice(-this.#options.batch);
    // At once, unless the period is used up: entries are late only under load.
    const isUsedUp = this.#written >= this.#options.batch;
    const delayMs = isUsedUp ? this.#periodBegan + this.#options.periodMs - monotonicMs() : 0;
    this.#timer ??= setTimeout(() => void this.flush(), delayMs);
    this.#timer.unref();
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  flushOthers(): Promise<void> {
    return this.#askOthers(this.#name);
  }

  read(): Promise<readonly T[]> {
    // One after another, so that no entry is given twice.
    const reading = this.#reading.then(() => this.#read());
    this.#reading = reading.catch(() => undefined);
    return reading;
  }

  async remove(group?: string): Promise<void> {
    this.#queue = group === undefined ? [] : this.#queue.filter((queued) => queued.group !== group);
    await this.#writing;
    await this.#deps.database.run(REMOVE, this.#name, group === undefined ? null : toKey(group));
  }

  onAppended(listener: () => void): () => void {
    return register(this.#appendedListeners, listener);
  }

  onShared(listener: () => void): () => void {
    return register(this.#sharedListeners, listener);
  }

  /** Whether what others append is announced while announcements arrive. */
  get isAnnounced(): boolean {
    return this.#options.isAnnounced;
  }

  /** Entries of others may be there. */
  announce(): void {
    for (const { call } of [...this.#appendedListeners]) call();
  }

  /** Other servers have appeared. */
  share(): void {
    for (const { call } of [...this.#sharedListeners]) call();
  }

  async #write(): Promise<void> {
    const entries = this.#queue.slice(-this.#options.batch);
    this.#queue = [];
    if (entries.length === 0) return;
    this.#countWritten(entries.length);
    const { database, feed, canNotify, log } = this.#deps;
    const parameters = [
      this.#name,
      feed.serverId,
      entries.map(({ group }) => toKey(group)),
      entries.map(({ entry }) => new Document(entry())),
      entries.length,
    ] as const;
    try {
      const [row] =
        canNotify && this.#options.isAnnounced
          ? await database.query<AppendedRow>(
              APPEND_AND_ANNOUNCE,
              ...parameters,
              channelOf(database.settings),
            )
          : await database.query<AppendedRow>(APPEND, ...parameters);
      await this.#trim(row?.position ?? 0);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.debug('Other servers are not notified', { stream: this.#name, entries: entries.length, reason });
    }
  }

  #countWritten(entries: number): void {
    const now = monotonicMs();
    if (now >= this.#periodBegan + this.#options.periodMs) {
      this.#periodBegan = now;
      this.#written = 0;
    }
    this.#written += entries;
  }

  /** Removes what exceeds the capacity, from time to time. */
  async #trim(position: number): Promise<void> {
    const { capacity } = this.#options;
    if (position - this.#trimmedAt < capacity / 4) return;
    this.#trimmedAt = position;
    await this.#deps.database.run(TRIM, this.#name, position - capacity);
  }

  async #read(): Promise<readonly T[]> {
    const { database, feed } = this.#deps;
    const { capacity } = this.#options;
    const after = this.#position ?? Number.MAX_SAFE_INTEGER;
    const rows = await database.query<EntryRow<T>>(READ, this.#name, after, feed.serverId, capacity);
    this.#position = rows[0]?.latest ?? this.#position ?? 0;
    return rows.flatMap(({ data }) => (data === null ? [] : [data]));
  }
}

function register(listeners: Set<{ readonly call: () => void }>, call: () => void): () => void {
  // An object, so that the same function can listen twice.
  const entry = { call };
  listeners.add(entry);
  return () => listeners.delete(entry);
}

/** The streams of a server, and the signals that travel on one of them. */
export class ServerStreams implements ServerConnections {
  readonly #deps: StreamDeps;
  readonly #streams = new Map<string, PostgresStream<object>>();
  readonly #signals: Signals;
  readonly #questions: Questions;
  /** Asks the other servers to write what waits in a stream. */
  readonly #flushOthers: (asked: { readonly stream: string }) => Promise<unknown>;
  readonly #timer: NodeJS.Timeout;

  constructor(deps: StreamDeps) {
    this.#deps = deps;
    const stream = this.createServerStream<SentSignal>(SIGNALS, SIGNAL_STREAM);
    this.#signals = createSignals((sent) => stream.append(() => sent, ''));
    stream.onAppended(() => void this.#receive(stream));
    this.#questions = new Questions({
      signal: this.createSignal<QuestionMessage>('question'),
      serverId: deps.feed.serverId,
      hasOthers: () => deps.feed.others > 0,
      findOthers: () => deps.feed.findOthers(),
      log: deps.log,
    });
    this.#flushOthers = this.createQuestion('flush', async (asked: { readonly stream: string }) => {
      await this.#streams.get(asked.stream)?.flush();
      return asked;
    });
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  get serverTag(): string {
    return `-${this.#deps.feed.serverId.slice(0, TAG_CHARACTERS)}`;
  }

  createSignal<T extends object & PlainData<T>>(kind: string): Signal<T> {
    return this.#signals.createSignal<T>(kind);
  }

  createServerStream<T extends object & PlainData<T>>(name: string, options: StreamOptions): ServerStream<T> {
    const stream = new PostgresStream<T>(name, options, this.#deps, async (asked) => {
      await this.#flushOthers({ stream: asked });
    });
    this.#streams.set(name, stream as unknown as PostgresStream<object>);
    return stream;
  }

  createQuestion<Question extends object & PlainData<Question>, Answer extends object & PlainData<Answer>>(
    kind: string,
    answer: (question: Question) => Answer | Promise<Answer>,
    limitMs?: number,
  ): (question: Question) => Promise<readonly Answer[]> {
    return this.#questions.createQuestion(kind, answer, limitMs);
  }

  /** From here on, signals of others are heard. */
  async start(): Promise<void> {
    await this.#streams.get(SIGNALS)?.read();
  }

  /** Others have appended to a stream. */
  announced(name: string): void {
    this.#streams.get(name)?.announce();
  }

  /** Anything may have been appended. */
  announceAll(): void {
    for (const stream of this.#streams.values()) stream.announce();
  }

  /** Other servers have appeared. */
  share(): void {
    for (const stream of this.#streams.values()) stream.share();
  }

  /** Writes what waits. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#questions.stop();
    await Promise.all([...this.#streams.values()].map((stream) => stream.flush()));
  }

  #look(): void {
    const { isListening, others } = this.#deps.feed;
    if (others === 0) return;
    for (const stream of this.#streams.values()) if (!isListening || !stream.isAnnounced) stream.announce();
  }

  async #receive(stream: ServerStream<SentSignal>): Promise<void> {
    try {
      for (const sent of await stream.read()) this.#signals.receive(sent);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#deps.log.debug('Messages of other servers cannot be read', { reason });
    }
  }
}
