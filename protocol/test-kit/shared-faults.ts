// The faults of all servers of a store. The server that armed a fault counts its hits. The others ask that server
// about each matching request, so a fault hits as often as configured, whichever server gets the requests.
import { randomUUID } from 'node:crypto';
import type { EndpointName } from '#protocol/contract/endpoints.ts';
import type { FaultRequestWire, FaultWire } from '#protocol/contract/faults.ts';
import type { Store } from '#protocol/store/store.ts';
import { ArmedElsewhere, ArmedHere, type ArmedMatches, inOrder, type MatchedFacts } from './armed-matches.ts';
import type { Faults, TakenFault } from './faults.ts';
import type { RequestFacts } from './request-facts.ts';

/** What a server asks or reports to the others. */
type FaultQuestion =
  | { readonly do: 'say what is armed' }
  | ({ readonly do: 'know' } & ArmedMatches)
  | { readonly do: 'list' | 'clear'; readonly realmId: string }
  | { readonly do: 'remove'; readonly realmId: string; readonly id: string }
  | {
      readonly do: 'take';
      readonly realmId: string;
      readonly endpoint: EndpointName;
      readonly facts: MatchedFacts;
    }
  | { readonly do: 'confirm'; readonly taking: string; readonly exchangeId: string }
  | { readonly do: 'give back'; readonly taking: string };

interface FaultAnswer {
  readonly from: string;
  readonly armed?: readonly ArmedMatches[];
  readonly listed?: readonly FaultWire[];
  readonly isRemoved?: boolean;
  readonly taken?: RemoteFault;
}

/** A fault that a server has taken for another one. */
interface RemoteFault {
  /** Names this hit. */
  readonly taking: string;
  readonly id: string;
  readonly request: FaultRequestWire;
}

/** As {@link Faults}, of all servers. Nothing rejects: a server that does not answer has no faults. */
export interface SharedFaults {
  /** Undefined when the realm has as many armed faults as it may have. Once it resolves, all servers know of the fault. */
  arm(realmId: string, request: FaultRequestWire): Promise<FaultWire | undefined>;
  /** In the order they were armed. */
  list(realmId: string): Promise<readonly FaultWire[]>;
  find(realmId: string, id: string): Promise<FaultWire | undefined>;
  /** False if there is none. */
  remove(realmId: string, id: string): Promise<boolean>;
  clear(realmId: string): Promise<void>;
  /** Asked for every request, so it must cost nothing. */
  isArmed(realmId: string): boolean;
  take(realmId: string, endpoint: EndpointName, facts: RequestFacts): Promise<TakenFault | undefined>;
}

/** Milliseconds for an answer: long enough for a busy server, because a missing one would be a missing fault. */
const ANSWER_LIMIT_MS = 5000;

/** Hits that other servers have taken and not yet confirmed. The oldest are dropped: their servers may have ended. */
const MAX_TAKEN = 1000;

class ConnectedFaults implements SharedFaults {
  readonly #own: Faults;
  readonly #here: ArmedHere;
  readonly #elsewhere = new ArmedElsewhere();
  /** Hits that other servers have taken, by what names them. */
  readonly #taken = new Map<string, TakenFault>();
  readonly #ask: (question: FaultQuestion) => Promise<readonly FaultAnswer[]>;

  constructor(own: Faults, store: Pick<Store, 'createQuestion'>) {
    this.#own = own;
    this.#here = new ArmedHere({
      realms: () => own.realms(),
      matches: (realmId) =>
        own
          .list(realmId)
          .filter((fault) => fault.armed)
          .map(({ match }) => match),
    });
    this.#ask = store.createQuestion<FaultQuestion, FaultAnswer>(
      'faults',
      async (asked) => ({ from: this.#here.from, ...(await this.#answer(asked)) }),
      ANSWER_LIMIT_MS,
    );
    void this.#learn();
  }

  isArmed(realmId: string): boolean {
    return this.#own.isArmed(realmId) || this.#elsewhere.has(realmId);
  }

  async arm(realmId: string, request: FaultRequestWire): Promise<FaultWire | undefined> {
    const armed = this.#own.arm(realmId, request, this.#elsewhere.count(realmId));
    if (armed !== undefined) await this.#announce(realmId);
    return armed;
  }

  async list(realmId: string): Promise<readonly FaultWire[]> {
    const others = (await this.#ask({ do: 'list', realmId })).flatMap(({ listed = [] }) => listed);
    return inOrder([...this.#own.list(realmId), ...others]);
  }

  async find(realmId: string, id: string): Promise<FaultWire | undefined> {
    return this.#own.find(realmId, id) ?? (await this.list(realmId)).find((fault) => fault.id === id);
  }

  async remove(realmId: string, id: string): Promise<boolean> {
    if (this.#own.remove(realmId, id)) {
      await this.#announce(realmId);
      return true;
    }
    const answers = await this.#ask({ do: 'remove', realmId, id });
    return answers.some(({ isRemoved }) => isRemoved === true);
  }

  async clear(realmId: string): Promise<void> {
    this.#own.clear(realmId);
    await Promise.all([this.#ask({ do: 'clear', realmId }), this.#announce(realmId)]);
  }

  async take(realmId: string, endpoint: EndpointName, facts: RequestFacts): Promise<TakenFault | undefined> {
    const found = this.#own.take(realmId, endpoint, facts);
    if (found !== undefined) return this.#announcing(realmId, found);
    return this.#elsewhere.has(realmId) ? this.#takeElsewhere(realmId, endpoint, facts) : undefined;
  }

  async #takeElsewhere(
    realmId: string,
    endpoint: EndpointName,
    { grant, clientId, username }: RequestFacts,
  ): Promise<TakenFault | undefined> {
    const facts = { grant, clientId, username };
    if (!this.#elsewhere.isFor(realmId, endpoint, facts)) return undefined;
    const answers = await this.#ask({ do: 'take', realmId, endpoint, facts });
    this.#elsewhere.noteAnswers(realmId, new Set(answers.map(({ from }) => from)));
    const [first, ...others] = answers.flatMap(({ taken = [] }) => taken);
    // Several servers may have a fault that is due; one request gets one fault.
    for (const { taking } of others) void this.#ask({ do: 'give back', taking });
    if (first === undefined) return undefined;
    const { id, request, taking } = first;
    return {
      id,
      request,
      confirm: (exchangeId) => void this.#ask({ do: 'confirm', taking, exchangeId }),
      giveBack: () => void this.#ask({ do: 'give back', taking }),
    };
  }

  /** What was armed before this server started. */
  async #learn(): Promise<void> {
    for (const { armed = [] } of await this.#ask({ do: 'say what is armed' }))
      for (const each of armed) this.#elsewhere.note(each);
  }

  /** Reports to the other servers which requests to ask this one about. */
  async #announce(realmId: string): Promise<void> {
    await this.#ask({ do: 'know', ...this.#here.describe(realmId) });
  }

  /** A hit may have been the last one, and is not if it is given back. */
  #announcing(realmId: string, fault: TakenFault): TakenFault {
    if (this.#own.find(realmId, fault.id)?.armed !== true) void this.#announce(realmId);
    return {
      ...fault,
      giveBack: () => {
        fault.giveBack();
        void this.#announce(realmId);
      },
    };
  }

  async #answer(asked: FaultQuestion): Promise<Omit<FaultAnswer, 'from'>> {
    switch (asked.do) {
      case 'say what is armed':
        return { armed: this.#here.describeAll() };
      case 'know':
        this.#elsewhere.note(asked);
        return {};
      case 'list':
        return { listed: this.#own.list(asked.realmId) };
      case 'clear':
        this.#own.clear(asked.realmId);
        await this.#announce(asked.realmId);
        return {};
      case 'remove': {
        const isRemoved = this.#own.remove(asked.realmId, asked.id);
        if (isRemoved) await this.#announce(asked.realmId);
        return { isRemoved };
      }
      case 'take':
        return this.#takeForOther(asked.realmId, asked.endpoint, asked.facts);
      case 'confirm':
        this.#settle(asked.taking, (fault) => fault.confirm(asked.exchangeId));
        return {};
      case 'give back':
        this.#settle(asked.taking, (fault) => fault.giveBack());
        return {};
    }
  }

  #takeForOther(realmId: string, endpoint: EndpointName, facts: MatchedFacts): Pick<FaultAnswer, 'taken'> {
    const fault = this.#own.take(realmId, endpoint, { ...facts, session: undefined });
    if (fault === undefined) return {};
    const [oldest] = this.#taken.keys();
    if (this.#taken.size >= MAX_TAKEN && oldest !== undefined) this.#taken.delete(oldest);
    const taking = randomUUID();
    this.#taken.set(taking, this.#announcing(realmId, fault));
    return { taken: { taking, id: fault.id, request: fault.request } };
  }

  #settle(taking: string, use: (fault: TakenFault) => void): void {
    const fault = this.#taken.get(taking);
    this.#taken.delete(taking);
    if (fault !== undefined) use(fault);
  }
}

/** Connects the faults that this server has armed with those of the other servers of its store. */
export function shareFaults(own: Faults, store: Pick<Store, 'createQuestion'>): SharedFaults {
  return new ConnectedFaults(own, store);
}
