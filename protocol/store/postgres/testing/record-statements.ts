// Lists the statements that this process sends to a database. What is sent together is one round trip.
import pg from 'pg';
import { GroupedQuery } from '../grouped-query.ts';

/** What has been sent. */
export interface StatementRecord {
  /**
   * The names of the statements since the last call, or the beginning of those without a name, in their order. Those
   * that were sent together are one text, with `+` between them, without what begins and ends their transaction.
   */
  take(): readonly string[];
  /** Ends the recording. */
  stop(): void;
}

/** As callers give it to `pg`. */
type Sent = string | { readonly name?: string; readonly text: string; readonly values?: readonly unknown[] };

/** Values with an expiry are distinguished by their kind. */
const nameOf = (sent: Sent): string => {
  if (typeof sent === 'string') return sent;
  const { name = '', text, values = [] } = sent;
  if (name === '') return text.slice(0, 60);
  return name.endsWith('-value') ? `${name} ${String(values[0])}` : name;
};

const TRANSACTION = /^(BEGIN|COMMIT|ROLLBACK|limit-locks)\b/;

/** Records from now on. `isCounted`: statements that belong to a request, not to the server itself. */
export function recordStatements(isCounted: (name: string) => boolean = () => true): StatementRecord {
  const { prototype } = pg.Client;
  const original = prototype.query;
  let trips: string[][] = [];
  /** The round trips to which more may be added in this turn of the program. */
  const open = new Map<pg.Client, string[]>();
  const tripOf = (client: pg.Client): string[] => {
    const known = open.get(client);
    if (known !== undefined) return known;
    const trip: string[] = [];
    open.set(client, trip);
    trips.push(trip);
    queueMicrotask(() => open.delete(client));
    return trip;
  };
  prototype.query = function record(this: pg.Client, ...given: unknown[]): unknown {
    const [sent] = given;
    const names = sent instanceof GroupedQuery ? sent.queries.map(nameOf) : [nameOf(sent as Sent)];
    for (const name of names.filter(isCounted)) tripOf(this).push(name);
    return Reflect.apply(original, this, given);
  } as typeof original;
  return {
    take() {
      const taken = trips.map((names) =>
        names.length === 1 ? names : names.filter((name) => !TRANSACTION.test(name)),
      );
      trips = [];
      return taken.filter((names) => names.length > 0).map((names) => names.join(' + '));
    },
    stop() {
      prototype.query = original;
    },
  };
}
