// The holds of all servers of a store. The server that armed a hold owns it, and lists, edits and releases it. The
// server with the matching exchange keeps the connection, asks the owner for a hold, and waits until the owner lets
// the exchange go on.
import { randomUUID } from 'node:crypto';
import { monotonicMs } from '#protocol/clock.ts';
import type { EndpointName } from '#protocol/contract/endpoints.ts';
import type { AnswerEditWire, HoldRequestWire, HoldWire } from '#protocol/contract/holds.ts';
import { AbortedRequestError } from '#protocol/http/body.ts';
import type { Store } from '#protocol/store/store.ts';
import { ArmedElsewhere, ArmedHere, inOrder, type MatchedFacts } from './armed-matches.ts';
import type {
  AboutExchange,
  AskedOfAll,
  AskedOfOwner,
  HoldAnswer,
  HoldQuestion,
  Offer,
} from './hold-questions.ts';
import type { HeldDescription, HeldExchange, Holds, TakenHold } from './holds.ts';
import { KitError } from './kit-error.ts';
import type { Pauses } from './pauses.ts';

type Content = Omit<HoldAnswer, 'from'>;

/** As {@link Holds}, of all servers. A server that does not answer has no holds. */
export interface SharedHolds {
  /** Undefined when the realm has as many holds as it may have. Once it resolves, all servers know of the hold. */
  arm(realmId: string, request: HoldRequestWire): Promise<HoldWire | undefined>;
  /** In the order they were armed. */
  list(realmId: string): Promise<readonly HoldWire[]>;
  /** As {@link Holds.find}. */
  find(realmId: string, id: string, waitMs: number): Promise<HoldWire>;
  /** As {@link Holds.edit}. */
  edit(realmId: string, id: string, edit: AnswerEditWire): Promise<HoldWire>;
  /** As {@link Holds.release}. */
  release(realmId: string, id: string): Promise<HoldWire>;
  /** As {@link Holds.remove}. */
  remove(realmId: string, id: string): Promise<void>;
  /** As {@link Holds.clear}. */
  clear(realmId: string): Promise<void>;
  /** Asked for every request, so it must cost nothing. */
  isArmed(realmId: string): boolean;
  /**
   * Waits until the exchange may go on, if a hold is due for it. Resolves to what happened, as sentences; undefined if
   * none was due.
   * @throws {AbortedRequestError} when the caller goes away.
   */
  hold(candidate: HoldCandidate): Promise<string | undefined>;
}

/** An exchange whose answer is prepared and may be held. */
interface HoldCandidate {
  readonly realmId: string;
  readonly endpoint: EndpointName;
  readonly facts: MatchedFacts;
  readonly held: HeldExchange;
  readonly callerGone: AbortSignal;
}

/** An exchange of this server that a hold of another one has. */
interface KeptHere {
  readonly held: HeldExchange;
  /** What happened, by the server that has let it go on. */
  readonly said: Map<string, string>;
  /** The server whose hold has it. */
  owner: string | undefined;
  finish: () => void;
}

/** A hold of this server that has an exchange of another one. */
interface KeptElsewhere {
  readonly realmId: string;
  readonly hold: TakenHold;
  readonly gone: AbortController;
}

/** Milliseconds for an answer: long enough for a busy server, because a missing one would be a missing hold. */
const ANSWER_LIMIT_MS = 5000;

/** Milliseconds for which another server is asked at most to wait for an exchange; then it is asked again. */
const WAIT_MS = 1000;

/** Milliseconds after its limit for which an exchange waits for a server that does not let it go on. */
const GRACE_MS = 2000;

class ConnectedHolds implements SharedHolds {
  readonly #own: Holds;
  readonly #pauses: Pauses;
  readonly #here: ArmedHere;
  readonly #elsewhere = new ArmedElsewhere();
  /** By what names them. */
  readonly #keptHere = new Map<string, KeptHere>();
  readonly #keptElsewhere = new Map<string, KeptElsewhere>();
  readonly #ask: (question: HoldQuestion) => Promise<readonly HoldAnswer[]>;

  constructor(own: Holds, pauses: Pauses, store: Pick<Store, 'createQuestion'>) {
    this.#own = own;
    this.#here = new ArmedHere({
      realms: () => own.realms(),
      matches: (realmId) =>
        own
          .list(realmId)
          .filter(({ state }) => state === 'armed')
          .map(({ match }) => match),
    });
    this.#pauses = pauses;
    const answer = async (asked: HoldQuestion) => ({ from: this.#here.from, ...(await this.#answer(asked)) });
    this.#ask = store.createQuestion<HoldQuestion, HoldAnswer>('holds', answer, ANSWER_LIMIT_MS);
    void this.#learn();
  }

  isArmed(realmId: string): boolean {
    return this.#own.isArmed(realmId) || this.#elsewhere.has(realmId);
  }

  async arm(realmId: string, request: HoldRequestWire): Promise<HoldWire | undefined> {
    const armed = this.#own.arm(realmId, request, this.#elsewhere.count(realmId));
    if (armed !== undefined) await this.#announce(realmId);
    return armed;
  }

  async list(realmId: string): Promise<readonly HoldWire[]> {
    const others = (await this.#ask({ do: 'list', realmId })).flatMap(({ holds = [] }) => holds);
    return inOrder([...this.#own.list(realmId), ...others]);
  }

  async find(realmId: string, id: string, waitMs: number): Promise<HoldWire> {
    if (this.#has(realmId, id)) return this.#own.find(realmId, id, waitMs);
    const deadline = monotonicMs() + waitMs;
    for (;;) {
      const leftMs = Math.max(0, deadline - monotonicMs());
      const question = { do: 'find', realmId, id, waitMs: Math.min(leftMs, WAIT_MS) } as const;
      const found = await this.#atOwner(question, () => this.#own.find(realmId, id, 0));
      if (found.state !== 'armed' || leftMs === 0) return found;
    }
  }

  edit(realmId: string, id: string, edit: AnswerEditWire): Promise<HoldWire> {
    return this.#atOwner({ do: 'edit', realmId, id, edit }, () => this.#own.edit(realmId, id, edit));
  }

  release(realmId: string, id: string): Promise<HoldWire> {
    return this.#atOwner({ do: 'release', realmId, id }, () => this.#own.release(realmId, id));
  }

  async remove(realmId: string, id: string): Promise<void> {
    if (!this.#has(realmId, id)) {
      const answers = await this.#ask({ do: 'remove', realmId, id });
      if (answers.some(({ isRemoved }) => isRemoved === true)) return;
    }
    this.#own.remove(realmId, id);
    await this.#announce(realmId);
  }

  async clear(realmId: string): Promise<void> {
    this.#own.clear(realmId);
    await Promise.all([this.#ask({ do: 'clear', realmId }), this.#announce(realmId)]);
  }

  async hold(candidate: HoldCandidate): Promise<string | undefined> {
    const { realmId, endpoint, facts, held, callerGone } = candidate;
    const own = this.#own.take(realmId, endpoint, facts);
    if (own !== undefined) {
      const kept = own.keep(held, callerGone);
      void this.#announce(realmId);
      return kept;
    }
    return this.#elsewhere.isFor(realmId, endpoint, facts) ? this.#holdElsewhere(candidate) : undefined;
  }

  #has(realmId: string, id: string): boolean {
    return this.#own.list(realmId).some((hold) => hold.id === id);
  }

  /** What the owner of a hold answers; this server, if no other one has the hold. */
  async #atOwner(question: AskedOfOwner, own: () => Promise<HoldWire>): Promise<HoldWire> {
    if (this.#has(question.realmId, question.id)) return own();
    const answers = await this.#ask(question);
    throwRefusal(answers);
    const [found] = answers.flatMap(({ holds = [] }) => holds);
    return found ?? own();
  }

  async #holdElsewhere({
    realmId,
    endpoint,
    facts: { grant, clientId, username },
    held,
    callerGone,
  }: HoldCandidate): Promise<string | undefined> {
    const taking = randomUUID();
    const kept: KeptHere = { held, said: new Map(), owner: undefined, finish: () => undefined };
    // First, because the hold may let it go on before this server has the answer.
    this.#keptHere.set(taking, kept);
    try {
      const facts = { grant, clientId, username };
      const offer = { realmId, endpoint, facts, described: held.describe() };
      const answers = await this.#ask({ do: 'take', taking, exchangeId: held.id, ...offer });
      this.#elsewhere.noteAnswers(realmId, new Set(answers.map(({ from }) => from)));
      const [first, ...others] = answers.filter(({ taken }) => taken !== undefined);
      // Several servers may have a hold that is due; one exchange gets one hold.
      for (const { from } of others) void this.#ask({ do: 'give back', taking, owner: from });
      if (first?.taken === undefined) return undefined;
      kept.owner = first.from;
      await this.#wait(realmId, kept, first.taken.limitMs, callerGone);
      const said = kept.said.get(kept.owner);
      if (said === undefined) void this.#ask({ do: 'gone on', taking });
      return said ?? `Hold ${first.taken.id} held the answer; its server did not let it go on.`;
    } catch (error) {
      if (error instanceof AbortedRequestError) void this.#ask({ do: 'caller gone', taking });
      throw error;
    } finally {
      this.#keptHere.delete(taking);
    }
  }

  async #wait(realmId: string, kept: KeptHere, limitMs: number, callerGone: AbortSignal): Promise<void> {
    if (kept.said.has(kept.owner ?? '')) return;
    await this.#pauses.wait(realmId, limitMs + GRACE_MS, {
      callerGone,
      begin(finish) {
        kept.finish = finish;
        return () => undefined;
      },
    });
  }

  /** What was armed before this server started. */
  async #learn(): Promise<void> {
    for (const { armed = [] } of await this.#ask({ do: 'say what is armed' }))
      for (const each of armed) this.#elsewhere.note(each);
  }

  /** Reports to the other servers which exchanges to ask this one about. */
  async #announce(realmId: string): Promise<void> {
    await this.#ask({ do: 'know', ...this.#here.describe(realmId) });
  }

  async #answer(asked: HoldQuestion): Promise<Content> {
    try {
      return 'taking' in asked ? await this.#answerAboutExchange(asked) : await this.#answerAboutHolds(asked);
    } catch (error) {
      if (!(error instanceof KitError)) throw error;
      const { status, problem, remedy } = error;
      return { refusal: { status, problem, remedy } };
    }
  }

  async #answerAboutHolds(asked: AskedOfAll | AskedOfOwner): Promise<Content> {
    switch (asked.do) {
      case 'say what is armed':
        return { armed: this.#here.describeAll() };
      case 'know':
        this.#elsewhere.note(asked);
        return {};
      case 'list':
        return { holds: this.#own.list(asked.realmId) };
      case 'clear':
        this.#own.clear(asked.realmId);
        await this.#announce(asked.realmId);
        return {};
      default:
        return this.#has(asked.realmId, asked.id) ? this.#answerAboutHold(asked) : {};
    }
  }

  async #answerAboutHold(asked: AskedOfOwner): Promise<Content> {
    const { realmId, id } = asked;
    switch (asked.do) {
      case 'find':
        return { holds: [await this.#own.find(realmId, id, asked.waitMs)] };
      case 'edit':
        return { holds: [await this.#own.edit(realmId, id, asked.edit)] };
      case 'release':
        return { holds: [await this.#own.release(realmId, id)] };
      case 'remove':
        this.#own.remove(realmId, id);
        await this.#announce(realmId);
        return { isRemoved: true };
    }
  }

  async #answerAboutExchange(asked: AboutExchange): Promise<Content> {
    switch (asked.do) {
      case 'take':
        return this.#keepElsewhere(asked.taking, asked.exchangeId, asked);
      case 'edit exchange':
        return this.#editHere(asked.taking, asked.edit);
      case 'go on':
        this.#letGoOn(asked.taking, asked.owner, asked.said);
        return {};
      case 'caller gone':
        this.#keptElsewhere.get(asked.taking)?.gone.abort();
        return {};
      case 'gone on':
        this.#keptElsewhere.get(asked.taking)?.hold.end();
        return {};
      case 'give back':
        if (asked.owner === this.#here.from) this.#giveBack(asked.taking);
        return {};
    }
  }

  /** Takes a hold of this server for an exchange of another one. */
  #keepElsewhere(
    taking: string,
    exchangeId: string,
    { realmId, endpoint, facts, described }: Offer,
  ): Content {
    const hold = this.#own.take(realmId, endpoint, facts);
    if (hold === undefined) return {};
    let current = described;
    const held: HeldExchange = {
      id: exchangeId,
      describe: () => current,
      edit: async (edit) => {
        current = await this.#editElsewhere(taking, edit);
      },
    };
    const gone = new AbortController();
    this.#keptElsewhere.set(taking, { realmId, hold, gone });
    const goOn = (said: string): void =>
      void this.#ask({ do: 'go on', taking, owner: this.#here.from, said });
    // It rejects when the caller goes away, which the other server knows.
    void hold
      .keep(held, gone.signal)
      .then(goOn, () => undefined)
      .finally(() => this.#keptElsewhere.delete(taking));
    void this.#announce(realmId);
    return { taken: { id: hold.id, limitMs: hold.limitMs } };
  }

  async #editElsewhere(taking: string, edit: AnswerEditWire): Promise<HeldDescription> {
    const answers = await this.#ask({ do: 'edit exchange', taking, edit });
    throwRefusal(answers);
    const described = answers.find((answer) => answer.described !== undefined)?.described;
    if (described !== undefined) return described;
    throw new KitError(
      409,
      'The server that keeps the exchange does not answer, or the exchange has gone on.',
      'Arm another hold and send the request again.',
    );
  }

  async #editHere(taking: string, edit: AnswerEditWire): Promise<Content> {
    const kept = this.#keptHere.get(taking);
    if (kept === undefined) return {};
    await kept.held.edit(edit);
    return { described: kept.held.describe() };
  }

  #letGoOn(taking: string, owner: string, said: string): void {
    const kept = this.#keptHere.get(taking);
    kept?.said.set(owner, said);
    if (kept?.owner === owner) kept.finish();
  }

  #giveBack(taking: string): void {
    const kept = this.#keptElsewhere.get(taking);
    if (kept === undefined) return;
    kept.hold.giveBack();
    void this.#announce(kept.realmId);
  }
}

/** @throws {KitError} if a server has refused what it was asked for. */
function throwRefusal(answers: readonly HoldAnswer[]): void {
  for (const { refusal } of answers)
    if (refusal !== undefined) throw new KitError(refusal.status, refusal.problem, refusal.remedy);
}

/** Connects the holds that this server has armed with those of the other servers of its store. */
export function shareHolds(own: Holds, pauses: Pauses, store: Pick<Store, 'createQuestion'>): SharedHolds {
  return new ConnectedHolds(own, pauses, store);
}
