// The port through which the server hands each exchange to Activity, and to metrics where they are enabled.
import type { Reply } from './exchange.ts';
import type { RecordedExchange, RequestFacts } from './recorded-exchange.ts';

export interface ExchangeRecorder {
  /** Starts a record; nothing is kept before `finish`. */
  begin(facts: RequestFacts): RecordedExchange;
  /** Completes the record, which is kept only if it has a title. */
  finish(recorded: RecordedExchange, reply: Reply): void;
  /** The exchange ends without a reply because the caller has gone. Absent: nothing is kept of it. */
  abandon?(recorded: RecordedExchange): void;
}
