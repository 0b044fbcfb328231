// Finds the exchange in Activity that a log line belongs to.
import type { ActivitySummary } from '#protocol/contract/activity.ts';
import type { LogLineWire } from '#protocol/contract/logs.ts';

/** The exchanges in Activity. */
export interface KnownFlows {
  /** Id of the line's exchange, or of the newest one of its flow; undefined if Activity has neither. */
  readonly find: (line: LogLineWire) => string | undefined;
}

/** The exchange is in the line's context, or among its parameters. */
function exchangeOf({ mdc, message }: LogLineWire): string | undefined {
  return mdc.exchange ?? /(?:^|\s)exchange=(\S+)/.exec(message)?.[1];
}

/** Indexes `records`, newest first. */
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
