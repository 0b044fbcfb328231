// The inbox of the authentication device: prompts of all realms and their results, the same on every server.
import { type Clock, systemClock } from '#protocol/clock.ts';
import type { PromptState, PromptWire } from '#protocol/contract/device.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { ExpiringStore, RealmValue, Store, ValueDecision } from '#protocol/store/store.ts';
import { createKnownPrompts, type HeardPrompt, type KnownPrompt } from './known-prompts.ts';

/** The part of a prompt that never changes. */
export type PromptFacts = Omit<
  PromptWire,
  'state' | 'answeredAt' | 'answeredBy' | 'problem' | 'automatic' | 'leftAlone'
>;

/** A prompt with data internal to the device. */
export interface DelegatedRequest {
  readonly realmId: string;
  /** The delegation's token, which authorizes the answer. */
  readonly bearer: string;
  readonly facts: PromptFacts;
}

export interface PromptResult {
  readonly state: Extract<PromptState, 'approved' | 'denied' | 'cancelled' | 'failed'>;
  readonly answeredBy: NonNullable<PromptWire['answeredBy']>;
  /** Why the answer was rejected. */
  readonly problem?: string;
}

/** `late`: the prompt is answered, claimed by another answer, or expired. */
type Claim =
  | { readonly outcome: 'claimed'; readonly delegated: DelegatedRequest }
  | { readonly outcome: 'late'; readonly prompt: PromptWire }
  | { readonly outcome: 'unknown' };

export interface PromptList {
  /** Oldest first. */
  readonly pending: readonly PromptWire[];
  /** Newest first, including expired prompts. */
  readonly answered: readonly PromptWire[];
}

/** Keeps prompts as long as their realm, up to a limit. */
export interface Inbox {
  /** Adds a prompt; false if the realm has one with the same ID. */
  add(delegated: DelegatedRequest): Promise<boolean>;
  find(realmId: string, id: string): Promise<PromptWire | undefined>;
  list(realmId: string): Promise<PromptList>;
  /** Takes a pending prompt away from the rules. Undefined if it is unknown, claimed or not pending. */
  leaveAlone(realmId: string, id: string): Promise<PromptWire | undefined>;
  /** Pending prompts of all realms that this server has heard of, oldest first, but those left alone. */
  waiting(): readonly KnownPrompt[];
  /** Reserves a prompt for one of several concurrent answers; the caller must then `settle` it. */
  claim(realmId: string, id: string): Promise<Claim>;
  /** Records the result of a claimed prompt, even if it has left the inbox meanwhile. */
  settle(delegated: DelegatedRequest, result: PromptResult): Promise<PromptWire>;
  /** Removes answered and expired prompts. */
  clearAnswered(realmId: string): Promise<void>;
  /** Removes all prompts of a realm; listeners see pending ones expire. */
  removeRealm(realmId: string): Promise<void>;
  /** Notifies listeners of the realm's pending prompts, for changes stored outside the inbox. */
  announce(realmId: string): Promise<void>;
  /** Number of pending prompts in all realms that this server has heard of. */
  pendingCount(): number;
  /** Calls the listener, which must not throw, when a prompt arrives or changes. Returns the unsubscriber. */
  subscribe(listener: (prompt: PromptWire, isOwn: boolean) => void): () => void;
}

export interface InboxDeps {
  readonly store: Pick<Store, 'createExpiringStore' | 'createSignal'>;
  /** Clock by realm name. */
  readonly clocks: (realmName: string) => Clock;
  /** The automatic answer to a prompt and its time; undefined if the user must answer. */
  readonly planFor: (facts: PromptFacts) => PromptWire['automatic'];
  readonly log: Logger;
  /** Maximum number of pending prompts of a realm; the oldest are dropped. Default 1000. */
  readonly maxPending?: number;
  /** Maximum number of answered or expired prompts of a realm. Default 100. */
  readonly maxAnswered?: number;
}

const MAX_PENDING = 1000;
const MAX_ANSWERED = 100;

/** Expired prompts are still listed, and the time of a realm may be moved by years. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** Milliseconds after which an answer that a server has begun no longer counts: it has ended in between. */
const CLAIM_MS = 60_000;

/** A prompt as it is stored. */
interface PromptRecord extends RealmValue, DelegatedRequest {
  /** When an answer began, in milliseconds of the machine's time. */
  readonly claimedAt?: number;
  /** Rules do not answer it. */
  readonly leftAlone?: true;
  readonly ended?: PromptResult & { readonly answeredAt: number };
}

function isClaimed({ claimedAt }: PromptRecord): boolean {
  return claimedAt !== undefined && systemClock.now() - claimedAt < CLAIM_MS;
}

/** When the prompt was answered or expired. */
function endOf({ ended, facts }: PromptRecord): number {
  return ended?.answeredAt ?? facts.expiresAt;
}

/** Whether a prompt is pending depends on the clock of its realm. */
class StoredInbox implements Inbox {
  readonly #deps: InboxDeps;
  readonly #prompts: ExpiringStore<PromptRecord>;
  readonly #changes: ReturnType<typeof openChanges>;
  readonly #known: ReturnType<typeof createKnownPrompts>;
  readonly #maxPending: number;
  readonly #maxAnswered: number;
  /** Prompts that arrived or were answered since the limits were applied. */
  #changed = 0;

  constructor(deps: InboxDeps) {
    const { store, clocks, maxPending = MAX_PENDING, maxAnswered = MAX_ANSWERED } = deps;
    this.#deps = deps;
    this.#prompts = store.createExpiringStore<PromptRecord>('prompt');
    this.#changes = openChanges(store);
    this.#known = createKnownPrompts(clocks, MAX_PENDING);
    this.#maxPending = maxPending;
    this.#maxAnswered = maxAnswered;
    this.#changes.listen((heard, isOwn) => this.#known.hear(heard, isOwn));
  }

  async add({ realmId, bearer, facts }: DelegatedRequest): Promise<boolean> {
    const record = { realmId, bearer, facts };
    if (!(await this.#prompts.add(facts.id, record, NEVER, 0))) return false;
    await this.#limit(realmId);
    this.#notify(record);
    return true;
  }

  async find(realmId: string, id: string): Promise<PromptWire | undefined> {
    const record = await this.#prompts.find(realmId, id, 0);
    return record && this.#describe(record);
  }

  async list(realmId: string): Promise<PromptList> {
    const { pending, answered } = await this.#sort(realmId);
    return {
      pending: pending.map((record) => this.#describe(record)),
      answered: answered.slice(0, this.#maxAnswered).map((record) => this.#describe(record)),
    };
  }

  async leaveAlone(realmId: string, id: string): Promise<PromptWire | undefined> {
    const left = await this.#prompts.update(
      realmId,
      id,
      0,
      (record): ValueDecision<PromptRecord, PromptRecord | undefined> => {
        if (record === undefined || isClaimed(record) || !this.#isPending(record))
          return { result: undefined };
        const value: PromptRecord = { ...record, leftAlone: true };
        return { value, result: value };
      },
    );
    return left && this.#notify(left);
  }

  waiting(): readonly KnownPrompt[] {
    return this.#known.pending().filter(({ prompt }) => prompt.leftAlone !== true);
  }

  claim(realmId: string, id: string): Promise<Claim> {
    return this.#prompts.update(realmId, id, 0, (record): ValueDecision<PromptRecord, Claim> => {
      if (record === undefined) return { result: { outcome: 'unknown' } };
      if (isClaimed(record) || !this.#isPending(record))
        return { result: { outcome: 'late', prompt: this.#describe(record) } };
      const value = { ...record, claimedAt: systemClock.now() };
      return { value, result: { outcome: 'claimed', delegated: value } };
    });
  }

  async settle({ realmId, bearer, facts }: DelegatedRequest, result: PromptResult): Promise<PromptWire> {
    const ended = { ...result, answeredAt: this.#deps.clocks(facts.realm).now() };
    await this.#prompts.update(realmId, facts.id, 0, (record) => ({
      // A prompt that was dropped meanwhile stays dropped; the caller and the listeners still get the result.
      ...(record?.bearer === bearer ? { value: { ...record, ended } } : {}),
      result: undefined,
    }));
    await this.#limit(realmId);
    return this.#notify({ realmId, bearer, facts, ended });
  }

  async clearAnswered(realmId: string): Promise<void> {
    const { answered } = await this.#sort(realmId);
    for (const record of answered) await this.#remove(record);
  }

  async removeRealm(realmId: string): Promise<void> {
    await this.#prompts.clear(realmId);
    for (const prompt of this.#known.forgetRealm(realmId))
      this.#changes.send({ realmId, prompt: { ...prompt, state: 'expired' } });
  }

  async announce(realmId: string): Promise<void> {
    const { pending } = await this.#sort(realmId);
    for (const record of pending) this.#notify(record);
  }

  pendingCount(): number {
    return this.#known.pending().length;
  }

  subscribe(listener: (prompt: PromptWire, isOwn: boolean) => void): () => void {
    return this.#changes.listen(({ prompt }, isOwn) => listener(prompt, isOwn));
  }

  #isPending(record: PromptRecord): boolean {
    const { ended, facts } = record;
    if (ended !== undefined) return false;
    return isClaimed(record) || this.#deps.clocks(facts.realm).now() < facts.expiresAt;
  }

  #describe(record: PromptRecord): PromptWire {
    const { facts, ended, leftAlone } = record;
    if (ended !== undefined) return { ...facts, ...ended };
    if (!this.#isPending(record)) return { ...facts, state: 'expired' };
    if (leftAlone === true) return { ...facts, state: 'pending', leftAlone };
    const automatic = this.#deps.planFor(facts);
    return { ...facts, state: 'pending', ...(automatic === undefined ? {} : { automatic }) };
  }

  #notify(record: PromptRecord): PromptWire {
    const prompt = this.#describe(record);
    this.#changes.send({ realmId: record.realmId, prompt });
    return prompt;
  }

  /** Pending prompts oldest first; others newest first, of equal times the later arrival. */
  async #sort(realmId: string): Promise<Record<keyof PromptList, readonly PromptRecord[]>> {
    const records = await this.#prompts.list(realmId, () => true, 0, Number.POSITIVE_INFINITY);
    const pending = records.filter((record) => this.#isPending(record));
    const answered = records.filter((record) => !this.#isPending(record)).reverse();
    return { pending, answered: answered.sort((one, other) => endOf(other) - endOf(one)) };
  }

  #remove({ realmId, facts }: PromptRecord): Promise<void> {
    return this.#prompts.remove(realmId, facts.id);
  }

  /** Drops what exceeds the limits, from time to time. */
  async #limit(realmId: string): Promise<void> {
    this.#changed += 1;
    if (this.#changed < Math.min(this.#maxPending, this.#maxAnswered) / CHECKS_PER_LIMIT) return;
    this.#changed = 0;
    const { pending, answered } = await this.#sort(realmId);
    for (const record of answered.slice(this.#maxAnswered)) await this.#remove(record);
    for (const record of pending.slice(0, Math.max(0, pending.length - this.#maxPending))) {
      const { id, realm } = record.facts;
      const most = this.#maxPending;
      this.#deps.log.warn('Too many prompts wait: the oldest was dropped', { realm, prompt: id, most });
      await this.#remove(record);
      this.#changes.send({ realmId, prompt: { ...record.facts, state: 'expired' } });
    }
  }
}

/** How often the limits are applied while a realm fills up. */
const CHECKS_PER_LIMIT = 8;

function openChanges(store: InboxDeps['store']) {
  return store.createSignal<HeardPrompt>('prompt');
}

/** The inbox of this server, which all servers with the same store share. */
export function createInbox(deps: InboxDeps): Inbox {
  return new StoredInbox(deps);
}
