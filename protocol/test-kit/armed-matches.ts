// Faults or holds that wait for requests: this server describes its own to the others, and remembers theirs.
import { randomUUID } from 'node:crypto';
import type { EndpointName } from '#protocol/contract/endpoints.ts';
import type { ExchangeMatchWire } from '#protocol/contract/faults.ts';
import { matchesRequest } from './faults.ts';
import type { RequestFacts } from './request-facts.ts';

/** What this server has armed. */
interface OwnMatches {
  /** Realms with something armed, by id. */
  realms(): readonly string[];
  matches(realmId: string): readonly ExchangeMatchWire[];
}

/** The facts of a request that a match names. */
export type MatchedFacts = Pick<RequestFacts, 'grant' | 'clientId' | 'username'>;

/** What the armed faults or holds of a realm match on the server `from`. */
export interface ArmedMatches {
  readonly from: string;
  readonly realmId: string;
  /** Grows with each description by the same server. */
  readonly version: number;
  readonly matches: readonly ExchangeMatchWire[];
}

/** What a server has armed, as it describes it to the others. */
export class ArmedHere {
  /** Names this server in its descriptions. */
  readonly from: string = randomUUID();
  readonly #own: OwnMatches;
  #version = 0;

  constructor(own: OwnMatches) {
    this.#own = own;
  }

  describe(realmId: string): ArmedMatches {
    this.#version += 1;
    return { from: this.from, realmId, version: this.#version, matches: this.#own.matches(realmId) };
  }

  /** Of all realms. */
  describeAll(): readonly ArmedMatches[] {
    return this.#own.realms().map((realmId) => this.describe(realmId));
  }
}

/** In the order they were armed. */
export function inOrder<Item extends { readonly armedAt: string }>(items: readonly Item[]): readonly Item[] {
  return items.toSorted((a, b) => (a.armedAt < b.armedAt ? -1 : Number(a.armedAt > b.armedAt)));
}

/** Questions without an answer after which a server counts as ended. */
const MAX_SILENCES = 20;

interface Armed {
  readonly matches: readonly ExchangeMatchWire[];
  silences: number;
}

/** Realms of other servers of which the last description is remembered. */
const MAX_VERSIONS = 10_000;

/** What is armed on other servers, by realm and server. */
export class ArmedElsewhere {
  readonly #byRealm = new Map<string, Map<string, Armed>>();
  /** Of the last description, by server and realm. */
  readonly #versions = new Map<string, number>();

  /** Descriptions may arrive out of order; only the newest counts. */
  note(described: ArmedMatches): void {
    const key = `${described.from} ${described.realmId}`;
    if (described.version <= (this.#versions.get(key) ?? 0)) return;
    // Again at the end: the oldest is dropped.
    this.#versions.delete(key);
    this.#versions.set(key, described.version);
    const [oldest] = this.#versions.keys();
    if (this.#versions.size > MAX_VERSIONS && oldest !== undefined) this.#versions.delete(oldest);
    this.#set(described);
  }

  #set({ from, realmId, matches }: Pick<ArmedMatches, 'from' | 'realmId' | 'matches'>): void {
    const known = this.#byRealm.get(realmId) ?? new Map<string, Armed>();
    if (matches.length === 0) known.delete(from);
    else known.set(from, { matches, silences: 0 });
    if (known.size === 0) this.#byRealm.delete(realmId);
    else this.#byRealm.set(realmId, known);
  }

  has(realmId: string): boolean {
    return this.#byRealm.size > 0 && this.#byRealm.has(realmId);
  }

  /** How many are armed. */
  count(realmId: string): number {
    const known = [...(this.#byRealm.get(realmId)?.values() ?? [])];
    return known.reduce((sum, { matches }) => sum + matches.length, 0);
  }

  isFor(realmId: string, endpoint: EndpointName, facts: MatchedFacts): boolean {
    const known = [...(this.#byRealm.get(realmId)?.values() ?? [])];
    return known.some(({ matches }) => matches.some((match) => matchesRequest(match, endpoint, facts)));
  }

  /** Forgets servers that have not answered for long. */
  noteAnswers(realmId: string, answered: ReadonlySet<string>): void {
    for (const [from, armed] of this.#byRealm.get(realmId) ?? []) {
      armed.silences = answered.has(from) ? 0 : armed.silences + 1;
      if (armed.silences > MAX_SILENCES) this.#set({ from, realmId, matches: [] });
    }
  }
}
