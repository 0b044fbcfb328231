// Activity of several servers: each publishes what it records, and reads what others have recorded when it is displayed.
import { hostname } from 'node:os';
import { fromPlainExchange, type PlainExchange, toPlainExchange } from '#protocol/http/plain-exchange.ts';
import type { RecordedExchange } from '#protocol/http/recorded-exchange.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { StreamOptions } from '#protocol/store/server-stream.ts';
import type { Store } from '#protocol/store/store.ts';
import type { ActivityRecorder, LocalRecorder } from './activity-recorder.ts';

/** Passing an exchange on costs about as much as answering it. Under load, 200 a second are; others stay where they were recorded. */
const STREAM: StreamOptions = {
  capacity: 3000,
  batch: 50,
  periodMs: 250,
  begin: 'oldest',
  isAnnounced: false,
};

/** Exchanges of a realm, or all, whose ids are smaller, are forgotten. */
interface Cleared {
  readonly clearedBefore: string;
  readonly realm?: string;
}

/** What one server does to the Activity of all, and what others must know before they record anything else. */
type ActivityChange =
  | { readonly change: 'seen' }
  | { readonly change: 'named'; readonly realm: string; readonly test?: string };

export interface SharedActivityDeps {
  readonly store: Pick<Store, 'createServerStream' | 'createSignal'>;
  /** URL at which this server reaches itself; empty until it listens. */
  readonly selfUrl: () => string;
  readonly log: Logger;
}

/** The name of a server among others: those of a machine have different ports, containers different host names. */
function nameServer(selfUrl: string): string {
  const port = /:(\d+)(?:\/|$)/.exec(selfUrl)?.[1];
  return port === undefined ? hostname() : `${hostname()}:${port}`;
}

function apply(recorder: LocalRecorder, changed: ActivityChange): void {
  if (changed.change === 'seen') recorder.markSeen();
  else recorder.nameTest(changed.realm, changed.test);
}

/** Connects what this server records with the other servers of its store. */
export function shareActivity(
  recorder: LocalRecorder,
  { store, selfUrl, log }: SharedActivityDeps,
): ActivityRecorder {
  const stream = store.createServerStream<PlainExchange | Cleared>('activity', STREAM);
  const changes = store.createSignal<ActivityChange>('activity');
  let listeners = 0;
  let stopReading = (): void => undefined;

  function pass(recorded: RecordedExchange): void {
    recorded.server = nameServer(selfUrl());
    stream.append(() => toPlainExchange(recorded), recorded.realmName ?? '');
  }

  async function pull(): Promise<void> {
    try {
      for (const entry of await stream.read()) {
        if ('clearedBefore' in entry) recorder.clearBefore(entry.clearedBefore, entry.realm);
        else recorder.adopt(fromPlainExchange(entry));
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.debug('What other servers have recorded cannot be read', { reason });
    }
  }

  /** Others can list what was recorded while this server was alone. */
  async function passEarlier(): Promise<void> {
    const own = recorder.exchanges().filter(({ isForeign }) => !isForeign);
    for (let at = 0; at < own.length; at += STREAM.batch) {
      for (const recorded of own.slice(at, at + STREAM.batch)) pass(recorded);
      await stream.flush();
    }
  }

  /** While there are listeners, exchanges are read as others append them. */
  function listening(leave: () => void): () => void {
    listeners += 1;
    if (listeners === 1) {
      stopReading = stream.onAppended(() => void pull());
      void pull();
    }
    return () => {
      listeners -= 1;
      if (listeners === 0) stopReading();
      leave();
    };
  }

  /** Removes what servers have not read yet, and asks them to forget the rest. */
  async function clearOthers(clearedBefore: string, realm: string | undefined): Promise<void> {
    try {
      await stream.remove(realm);
      stream.append(() => ({ clearedBefore, ...(realm === undefined ? {} : { realm }) }), realm ?? '');
      await stream.flush();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.debug('What servers have recorded stays in the database', { reason });
    }
  }

  stream.onShared(() => void passEarlier());
  changes.listen((changed) => apply(recorder, changed));

  return {
    ...recorder,
    finish(recorded, reply) {
      if (stream.isShared) recorded.server = nameServer(selfUrl());
      recorder.finish(recorded, reply);
      if (stream.isShared && recorded.heading !== undefined) pass(recorded);
    },
    subscribe: (listener, background) => listening(recorder.subscribe(listener, background)),
    observe: (listener) => listening(recorder.observe(listener)),
    async sync() {
      await Promise.all([stream.flush(), stream.flushOthers()]);
      await pull();
    },
    nameTest: (realm, test) =>
      changes.send({ change: 'named', realm, ...(test === undefined ? {} : { test }) }),
    async clear(realm) {
      const before = recorder.nextId();
      const isCleared = recorder.clear(realm);
      if (realm !== undefined) changes.send({ change: 'named', realm });
      await Promise.all([isCleared, stream.isShared ? clearOthers(before, realm) : undefined]);
    },
    markSeen: () => changes.send({ change: 'seen' }),
  };
}
