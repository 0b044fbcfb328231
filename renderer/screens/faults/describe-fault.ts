// Faults in plain words: what they do, to which requests, and how often so far.
import { ENDPOINT_REQUESTS } from '#protocol/contract/endpoints.ts';
import { describeEffect } from '#protocol/contract/fault-effects.ts';
import type { FaultMatchWire, FaultRequestWire, FaultWire } from '#protocol/contract/faults.ts';

function startUpper(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** `Delayed by 5 s; status 503` */
export function describeDoing(fault: Pick<FaultRequestWire, 'do' | 'match'>): string {
  return startUpper(describeEffect(fault));
}

/** `2nd` */
function ordinal(count: number): string {
  const teen = count % 100 >= 11 && count % 100 <= 13;
  const ending = teen ? undefined : ({ 1: 'st', 2: 'nd', 3: 'rd' } as const)[count % 10];
  return `${count}${ending ?? 'th'}`;
}

/** `Token requests with grant refresh_token, of client web, for user alice, from the 2nd on` */
export function describeMatch({ endpoint, grant, client, user, nth }: FaultMatchWire): string {
  return [
    ENDPOINT_REQUESTS[endpoint] + (grant === undefined ? '' : ` with grant ${grant}`),
    ...(client === undefined ? [] : [`of client ${client}`]),
    ...(user === undefined ? [] : [`for user ${user}`]),
    ...(nth === undefined || nth === 1 ? [] : [`from the ${ordinal(nth)} on`]),
  ].join(', ');
}

/** `1 of 3 hits` */
export function describeHits({ hits, times }: Pick<FaultWire, 'hits' | 'times'>): string {
  return `${hits} of ${times} ${times === 1 ? 'hit' : 'hits'}`;
}

/** How many matching requests must come before the first hit; empty if the next one may be hit. */
export function describeWaiting({ match, matched, hits, armed }: FaultWire): string {
  const before = (match.nth ?? 1) - 1 - matched;
  if (!armed || hits > 0 || before <= 0) return '';
  return `${before} more ${before === 1 ? 'request is' : 'requests are'} answered as usual first`;
}
