// Notifies those who watch Activity of each exchange that ends.
import type { ActivitySummary } from '#protocol/contract/activity.ts';
import type { RecordedExchange } from '#protocol/http/recorded-exchange.ts';
import { summarize } from './summarize.ts';

/** Whether background requests are listed: not, beside the others, or alone. */
export type BackgroundChoice = 'exclude' | 'include' | 'only';

/** Who watches Activity. Listeners must not throw; each call returns a function that unsubscribes. */
export interface ExchangeWatch {
  /** Calls the listener after each exchange. `background` as in lists. */
  subscribe(listener: (summary: ActivitySummary) => void, background?: BackgroundChoice): () => void;
  /**
   * Calls the listener after each exchange of this server, but for requests of the console and reads of the admin API.
   */
  observeOwn(listener: (recorded: RecordedExchange) => void): () => void;
  /**
   * As `subscribe`, with the exchange itself, of which less has to be computed: reads of discovery, keys and
   * metadata included, requests of the console and reads of the admin API not.
   */
  observe(listener: (recorded: RecordedExchange) => void): () => void;
}

export interface ExchangeListeners extends ExchangeWatch {
  notify(recorded: RecordedExchange): void;
}

export function createExchangeListeners(): ExchangeListeners {
  // Objects, so that the same function can subscribe twice.
  const subscriptions = new Set<{
    readonly listener: (summary: ActivitySummary) => void;
    readonly choice: BackgroundChoice;
  }>();
  const observers = new Set<{ readonly listener: (recorded: RecordedExchange) => void }>();

  function observe(listener: (recorded: RecordedExchange) => void): () => void {
    const observer = { listener };
    observers.add(observer);
    return () => observers.delete(observer);
  }

  return {
    subscribe(listener, choice = 'exclude') {
      const subscription = { listener, choice };
      subscriptions.add(subscription);
      return () => subscriptions.delete(subscription);
    },

    observe,

    observeOwn: (listener) =>
      observe((recorded) => {
        if (!recorded.isForeign) listener(recorded);
      }),

    notify(recorded) {
      if (recorded.heading !== undefined) for (const { listener } of observers) listener(recorded);
      const unwanted: BackgroundChoice = recorded.isBackground ? 'exclude' : 'only';
      let summary: ActivitySummary | undefined;
      for (const { listener, choice } of subscriptions) {
        if (choice === unwanted) continue;
        summary ??= summarize(recorded);
        listener(summary);
      }
    },
  };
}
