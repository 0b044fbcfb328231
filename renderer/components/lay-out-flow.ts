// Positions of lifelines and arrows in a sequence diagram.
import type { ActivityParty, ActivitySummary } from '#protocol/contract/activity.ts';

/** Parties from left to right. */
const order: readonly ActivityParty[] = [
  'browser',
  'console',
  'application',
  'understudy',
  'identity-provider',
  'authentication-entity',
];

/** A lifeline; `center` is in percent of the width. */
export interface PlacedParty {
  readonly party: ActivityParty;
  readonly center: number;
}

/** An exchange with the position of its arrow, in percent of the width. */
export interface PlacedExchange {
  readonly exchange: ActivitySummary;
  readonly left: number;
  readonly width: number;
  /** Whether the request runs from left to right. */
  readonly toRight: boolean;
}

/** Positions the participating parties and their exchanges. */
export function layOutFlow(exchanges: readonly ActivitySummary[]): {
  readonly parties: readonly PlacedParty[];
  readonly placed: readonly PlacedExchange[];
} {
  const present = new Set(exchanges.flatMap(({ from, to }) => [from, to]));
  const shown = order.filter((party) => present.has(party));
  const centerOf = (party: ActivityParty): number => ((shown.indexOf(party) + 0.5) / shown.length) * 100;
  const placed = exchanges.map((exchange) => {
    const from = centerOf(exchange.from);
    const to = centerOf(exchange.to);
    return { exchange, left: Math.min(from, to), width: Math.abs(to - from), toRight: to > from };
  });
  return { parties: shown.map((party) => ({ party, center: centerOf(party) })), placed };
}
