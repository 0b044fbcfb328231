// The port through which the server hands each exchange to Activity.
import type { Reply } from './exchange.ts';
import type { RecordedExchange, RequestFacts } from './recorded-exchange.ts';

export interface ExchangeRecorder {
  /** Starts a record; nothing is kept before `finish`. */
  begin(facts: RequestFacts): RecordedExchange;
  /** Completes the record, which is kept only if it has a title. */
  finish(recorded: RecordedExchange, reply: Reply): void;
}
