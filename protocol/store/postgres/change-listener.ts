// Listens for announcements of other servers on a connection of its own, which is made again when it is lost.
import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Logger } from '#protocol/log/logger.ts';
import { clientConfig, quoteIdentifier } from './connect.ts';
import type { Statement } from './database.ts';
import { codeOf } from './database-errors.ts';
import type { PostgresSettings } from './postgres-settings.ts';

/** Announces `$2` to everyone who listens on the channel `$1`, once the transaction is committed. */
export const ANNOUNCE: Statement = { name: 'announce', text: 'SELECT pg_notify($1, $2)' };

/** The channel of a schema. Other schemas of the database have others. */
export function channelOf({ schema }: PostgresSettings): string {
  return `understudy_${createHash('sha256').update(schema).digest('hex').slice(0, 16)}`;
}

export interface ChangeListener {
  /** Whether announcements arrive; otherwise changes must be looked for. */
  readonly isListening: boolean;
  /** Gives the connection up if it does not answer. */
  check(): Promise<void>;
  stop(): Promise<void>;
}

export interface ListenerEvents {
  /** Something was announced; undefined when anything may have been announced while the connection was lost. */
  announced(what: string | undefined): void;
  /** Announcements no longer arrive. */
  lost(): void;
}

/** Milliseconds before another attempt to connect; doubled with each failure. */
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 2000;

/** Milliseconds in which an idle connection must answer. */
const CHECK_LIMIT_MS = 3000;

/** SQLSTATE: this database has no announcements. */
const UNSUPPORTED = ['0A000', '42601'];

class Listener implements ChangeListener {
  readonly #settings: PostgresSettings;
  readonly #events: ListenerEvents;
  readonly #log: Logger;
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  isListening = false;

  constructor(settings: PostgresSettings, events: ListenerEvents, log: Logger) {
    this.#settings = settings;
    this.#events = events;
    this.#log = log;
  }

  /** Resolves when it listens or the first attempt has failed. */
  async connect(retryMs: number = FIRST_RETRY_MS): Promise<void> {
    const client = new pg.Client(clientConfig(this.#settings));
    this.#client = client;
    const lose = (error?: Error): void => this.#lose(client, retryMs, error);
    client.on('error', lose);
    client.on('end', () => lose());
    client.on('notification', ({ payload }) => this.#events.announced(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${quoteIdentifier(channelOf(this.#settings))}`);
    } catch (error) {
      lose(error instanceof Error ? error : undefined);
      return;
    }
    if (this.#client !== client) return;
    this.isListening = true;
    this.#events.announced(undefined);
  }

  async check(): Promise<void> {
    const client = this.#client;
    if (client === undefined || !this.isListening) return;
    const query = { text: 'SELECT 1', query_timeout: CHECK_LIMIT_MS };
    try {
      await client.query(query);
    } catch (error) {
      this.#lose(client, FIRST_RETRY_MS, error instanceof Error ? error : undefined);
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    this.isListening = false;
    await client?.end().catch(() => undefined);
  }

  /** Called more than once for a connection. */
  #lose(client: pg.Client, retryMs: number, error: Error | undefined): void {
    if (this.#client !== client) return;
    const wasListening = this.isListening;
    this.#client = undefined;
    this.isListening = false;
    client.end().catch(() => undefined);
    const reason = error?.message ?? 'the connection ended';
    this.#log.debug('Announcements of other servers do not arrive; changes are looked for', { reason });
    if (wasListening) this.#events.lost();
    if (this.#isStopped || UNSUPPORTED.includes(codeOf(error))) return;
    const next = wasListening ? FIRST_RETRY_MS : Math.min(retryMs * 2, LONGEST_RETRY_MS);
    this.#timer = setTimeout(() => void this.connect(next), retryMs);
    this.#timer.unref();
  }
}

/** Starts to listen; resolves when it does, or when the first attempt has failed and others follow. */
export async function listenForChanges(
  settings: PostgresSettings,
  events: ListenerEvents,
  log: Logger,
): Promise<ChangeListener> {
  const listener = new Listener(settings, events, log);
  await listener.connect();
  return listener;
}
