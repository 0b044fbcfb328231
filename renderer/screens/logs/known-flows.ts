// Which exchange of Activity a log line belongs to.
import type { ActivitySummary } from '#protocol/contract/activity.ts';
import type { LogLineWire } from '#protocol/contract/logs.ts';

/** The exchanges that Activity still has. */
export interface KnownFlows {
  /** Id of the line's exchange, else of the newest one of its flow; undefined when Activity has neither. */
  readonly find: (line: LogLineWire) => string | undefined;
}

/** A line says it in its context, or among its parameters. */
function exchangeOf({ mdc, message }: LogLineWire): string | undefined {
  return mdc.exchange ?? /(?:^|\s)exchange=(\S+)/.exec(message)?.[1];
}

/** Looks up in `records`, newest first. */
export function knownFlows(records: readonly Pick<ActivitySummary, 'id' | 'flow'>[]): KnownFlows {
  const exchanges = new Set(records.map(({ id }) => id));
  const newest = new Map<string, string>();
  for (const { id, flow } of records) if (!newest.has(flow)) newest.set(flow, id);
  return {
    find: (line) => {
      const exchange = exchangeOf(line);
      if (exchange !== undefined && exchanges.has(exchange)) return exchange;
      return line.mdc.flow === undefined ? undefined : newest.get(line.mdc.flow);
    },
  };
}
