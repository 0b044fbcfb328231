// Lists the statements that this process sends to a database: each of them is a round trip.
import pg from 'pg';

/** What has been sent. */
export interface StatementRecord {
  /** The names of the statements since the last call, or the beginning of those without a name, in their order. */
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

/** Records from now on. `isCounted`: statements that belong to a request, not to the server itself. */
export function recordStatements(isCounted: (name: string) => boolean = () => true): StatementRecord {
  const { prototype } = pg.Client;
  const original = prototype.query;
  let names: string[] = [];
  prototype.query = function record(this: pg.Client, ...given: unknown[]): unknown {
    const name = nameOf(given[0] as Sent);
    if (isCounted(name)) names.push(name);
    return Reflect.apply(original, this, given);
  } as typeof original;
  return {
    take() {
      const taken = names;
      names = [];
      return taken;
    },
    stop() {
      prototype.query = original;
    },
  };
}
