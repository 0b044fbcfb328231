// The faults of all realms: armed, counted, and spent after their last hit.
import { type Clock, toIsoText } from '#protocol/clock.ts';
import type { EndpointName } from '#protocol/contract/endpoints.ts';
import type { ExchangeMatchWire, FaultRequestWire, FaultWire } from '#protocol/contract/faults.ts';
import type { RequestFacts } from './request-facts.ts';

/** A fault that was chosen for a request. Whoever takes it says whether it had an effect. */
export interface TakenFault {
  readonly id: string;
  readonly request: FaultRequestWire;
  /** The exchange was answered or changed by the fault. */
  confirm(exchangeId: string): void;
  /** Nothing could be changed, so the fault stays armed. */
  giveBack(): void;
}

export interface Faults {
  /** Undefined when the realm has {@link MAX_FAULTS} armed faults, together with those of other servers. */
  arm(realmId: string, request: FaultRequestWire, armedElsewhere?: number): FaultWire | undefined;
  /** In the order they were armed; of those spent, the latest. */
  list(realmId: string): readonly FaultWire[];
  find(realmId: string, id: string): FaultWire | undefined;
  /** False if there is none. */
  remove(realmId: string, id: string): boolean;
  clear(realmId: string): void;
  isArmed(realmId: string): boolean;
  /** Those with armed faults, by id. */
  realms(): readonly string[];
  /** Counts the request for every fault it matches, and takes the first that is due. */
  take(realmId: string, endpoint: EndpointName, facts: RequestFacts): TakenFault | undefined;
}

/** Most armed faults of a realm, and most spent ones that are still listed. */
export const MAX_FAULTS = 100;
const MAX_EXCHANGES = 100;

interface Fault {
  readonly id: string;
  readonly request: FaultRequestWire;
  readonly times: number;
  readonly nth: number;
  readonly armedAt: number;
  matched: number;
  hits: number;
  readonly exchanges: string[];
}

const isArmedFault = ({ hits, times }: Fault): boolean => hits < times;

/** Usernames are matched in lower case, as everywhere. */
export function matchesRequest(
  match: ExchangeMatchWire,
  endpoint: EndpointName,
  { grant, clientId, username }: Pick<RequestFacts, 'grant' | 'clientId' | 'username'>,
): boolean {
  return (
    match.endpoint === endpoint &&
    (match.grant === undefined || match.grant === grant) &&
    (match.client === undefined || match.client === clientId) &&
    (match.user === undefined || match.user.toLowerCase() === username?.toLowerCase())
  );
}

function toWire(fault: Fault): FaultWire {
  const { id, request, times, armedAt, matched, hits, exchanges } = fault;
  return {
    id,
    ...request,
    times,
    armedAt: toIsoText(armedAt),
    armed: isArmedFault(fault),
    matched,
    hits,
    exchanges: [...exchanges],
  };
}

/** Drops the oldest spent faults beyond the limit. */
function withoutOldest(faults: readonly Fault[]): Fault[] {
  const spent = faults.filter((fault) => !isArmedFault(fault));
  const dropped = new Set(spent.slice(0, Math.max(0, spent.length - MAX_FAULTS)));
  return faults.filter((fault) => !dropped.has(fault));
}

/** Takes one of the fault's hits until it is confirmed or given back. */
function reserve(fault: Fault): TakenFault {
  fault.hits += 1;
  return {
    id: fault.id,
    request: fault.request,
    confirm(exchangeId) {
      fault.exchanges.push(exchangeId);
      if (fault.exchanges.length > MAX_EXCHANGES) fault.exchanges.shift();
    },
    giveBack() {
      fault.hits -= 1;
    },
  };
}

/** `tag` distinguishes the ids from those of other servers. */
export function createFaults(clock: Clock, tag = ''): Faults {
  const byRealm = new Map<string, Fault[]>();
  let count = 0;
  const faultsOf = (realmId: string): readonly Fault[] => byRealm.get(realmId) ?? [];

  function keep(realmId: string, faults: Fault[]): void {
    if (faults.length === 0) byRealm.delete(realmId);
    else byRealm.set(realmId, faults);
  }

  return {
    arm(realmId, request, armedElsewhere = 0) {
      const faults = faultsOf(realmId);
      if (faults.filter(isArmedFault).length + armedElsewhere >= MAX_FAULTS) return undefined;
      count += 1;
      const fault: Fault = {
        id: `fault-${count}${tag}`,
        request,
        times: request.times ?? 1,
        nth: request.match.nth ?? 1,
        armedAt: clock.now(),
        matched: 0,
        hits: 0,
        exchanges: [],
      };
      keep(realmId, withoutOldest([...faults, fault]));
      return toWire(fault);
    },
    list: (realmId) => faultsOf(realmId).map(toWire),
    find(realmId, id) {
      const found = faultsOf(realmId).find((fault) => fault.id === id);
      return found === undefined ? undefined : toWire(found);
    },
    remove(realmId, id) {
      const before = faultsOf(realmId);
      const kept = before.filter((fault) => fault.id !== id);
      keep(realmId, kept);
      return kept.length < before.length;
    },
    clear(realmId) {
      byRealm.delete(realmId);
    },
    isArmed: (realmId) => byRealm.size > 0 && faultsOf(realmId).some(isArmedFault),
    realms: () => [...byRealm].filter(([, faults]) => faults.some(isArmedFault)).map(([realmId]) => realmId),
    take(realmId, endpoint, facts) {
      const matching = faultsOf(realmId).filter(({ request }) =>
        matchesRequest(request.match, endpoint, facts),
      );
      for (const fault of matching) fault.matched += 1;
      const due = matching.find((fault) => isArmedFault(fault) && fault.matched >= fault.nth);
      return due === undefined ? undefined : reserve(due);
    },
  };
}
