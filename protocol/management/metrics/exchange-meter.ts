// Counts exchanges on their way to Activity: an exchange recorder around the recorder.
import { monotonicMs } from '#protocol/clock.ts';
import type { ExchangeRecorder } from '#protocol/http/exchange-recorder.ts';
import type { RecordedExchange } from '#protocol/http/recorded-exchange.ts';
import { routeTemplate, templateWithoutRoute } from './route-template.ts';

/** A request that has ended. */
export interface CountedRequest {
  readonly method: string;
  /** HTTP status, or `RESET` when the caller went away. */
  readonly status: string;
  /** Compat: Micrometer's words. */
  readonly outcome: string;
  /** Template of the route. */
  readonly uri: string;
  readonly seconds: number;
}

export interface ExchangeMeter extends ExchangeRecorder {
  /** Requests in progress. */
  readonly active: number;
  abandon(recorded: RecordedExchange): void;
}

export interface ExchangeMeterSetup {
  /** Receives every exchange first and last. */
  readonly recorder: ExchangeRecorder;
  readonly onRequest: (request: CountedRequest) => void;
  /** Called after the exchange was recorded, so that its outcome is known. */
  readonly onExchange: (recorded: RecordedExchange) => void;
}

const OUTCOMES = ['UNKNOWN', 'INFORMATIONAL', 'SUCCESS', 'REDIRECTION', 'CLIENT_ERROR', 'SERVER_ERROR'];

function outcomeOfStatus(status: number): string {
  return OUTCOMES[Math.floor(status / 100)] ?? 'UNKNOWN';
}

export function createExchangeMeter({ recorder, onRequest, onExchange }: ExchangeMeterSetup): ExchangeMeter {
  const active = new Set<RecordedExchange>();
  /** Templates by path of the route, of which there are a few hundred. */
  const templates = new Map<string, string>();

  function uriOf({ routePath }: RecordedExchange, status: number): string {
    if (routePath === undefined) return templateWithoutRoute(status);
    const known = templates.get(routePath);
    if (known !== undefined) return known;
    const template = routeTemplate(routePath);
    templates.set(routePath, template);
    return template;
  }

  function count(recorded: RecordedExchange, status: number, outcome: string, label: string): void {
    onRequest({
      method: recorded.facts.method,
      status: label,
      outcome,
      uri: uriOf(recorded, status),
      seconds: (monotonicMs() - recorded.startedTick) / 1000,
    });
  }

  return {
    get active() {
      return active.size;
    },
    begin(facts) {
      const recorded = recorder.begin(facts);
      active.add(recorded);
      return recorded;
    },
    finish(recorded, reply) {
      recorder.finish(recorded, reply);
      if (!active.delete(recorded)) return;
      count(recorded, reply.status, outcomeOfStatus(reply.status), String(reply.status));
      onExchange(recorded);
    },
    abandon(recorded) {
      recorder.abandon?.(recorded);
      // Compat: what Keycloak counts when the caller closes the connection.
      if (active.delete(recorded)) count(recorded, 0, 'CLIENT_ERROR', 'RESET');
    },
  };
}
