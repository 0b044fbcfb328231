// What the server tells of each exchange, and to whom: the port that Activity plugs into.
import type { Reply } from './exchange.ts';
import type { RecordedExchange, RequestFacts } from './recorded-exchange.ts';

/** Takes the records of exchanges. */
export interface ExchangeRecorder {
  /** Opens the record of an exchange; nothing is kept before `finish`. */
  begin(facts: RequestFacts): RecordedExchange;
  /** Closes the record; it is kept if it has a title. */
  finish(recorded: RecordedExchange, reply: Reply): void;
}
