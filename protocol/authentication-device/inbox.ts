// The inbox of the authentication device: prompts of all realms and their results, in memory.
import type { Clock } from '#protocol/clock.ts';
import type { PromptState, PromptWire } from '#protocol/contract/device.ts';
import type { Logger } from '#protocol/log/logger.ts';

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

/** Keeps prompts until the process ends. */
export interface Inbox {
  /** Adds a prompt; false if the realm has one with the same ID. */
  add(delegated: DelegatedRequest): boolean;
  find(realmId: string, id: string): PromptWire | undefined;
  list(realmId: string): PromptList;
  /** Takes a pending prompt away from the rules. Undefined if it is unknown, claimed or not pending. */
  leaveAlone(realmId: string, id: string): PromptWire | undefined;
  /** Pending prompts of all realms that no answer has claimed, oldest first, but those left alone. */
  waiting(): readonly DelegatedRequest[];
  /** Reserves a prompt for one of several concurrent answers; the caller must then `settle` it. */
  claim(realmId: string, id: string): Claim;
  /** Records the result of a claimed prompt, even if it has left the inbox meanwhile. */
  settle(delegated: DelegatedRequest, result: PromptResult): PromptWire;
  /** Removes answered and expired prompts. */
  clearAnswered(realmId: string): void;
  /** Removes all prompts of a realm; listeners see pending ones expire. */
  removeRealm(realmId: string): void;
  /** Notifies listeners of the realm's pending prompts, for changes stored outside the inbox. */
  announce(realmId: string): void;
  /** Number of pending prompts in all realms. */
  pendingCount(): number;
  /** Calls the listener, which must not throw, when a prompt arrives or changes. Returns the unsubscriber. */
  subscribe(listener: (prompt: PromptWire) => void): () => void;
}

export interface InboxDeps {
  /** Clock by realm name. */
  readonly clocks: (realmName: string) => Clock;
  /** The automatic answer to a prompt and its time; undefined if the user must answer. */
  readonly planFor: (facts: PromptFacts) => PromptWire['automatic'];
  readonly log: Logger;
  /** Maximum number of pending prompts in all realms; the oldest are dropped. Default 1000. */
  readonly maxPending?: number;
  /** Maximum number of answered or expired prompts per realm. Default 100. */
  readonly maxAnswered?: number;
}

const MAX_PENDING = 1000;
const MAX_ANSWERED = 100;

interface PromptRecord {
  readonly delegated: DelegatedRequest;
  /** An answer is in progress. */
  claimed: boolean;
  /** Rules do not answer it. */
  leftAlone: boolean;
  ended: (PromptResult & { readonly answeredAt: number }) | undefined;
}

function keyOf(realmId: string, id: string): string {
  return `${realmId} ${id}`;
}

/** When the prompt was answered or expired. */
function endOf({ ended, delegated }: PromptRecord): number {
  return ended?.answeredAt ?? delegated.facts.expiresAt;
}

/** Stores prompts; whether one is pending depends on the clock of its realm. */
class PromptStore {
  readonly #deps: InboxDeps;
  /** In order of arrival. */
  readonly #prompts = new Map<string, PromptRecord>();

  constructor(deps: InboxDeps) {
    this.#deps = deps;
  }

  put(kept: PromptRecord): void {
    const { realmId, facts } = kept.delegated;
    this.#prompts.set(keyOf(realmId, facts.id), kept);
    this.dropAnswered(realmId);
    this.#dropPending();
  }

  get(realmId: string, id: string): PromptRecord | undefined {
    return this.#prompts.get(keyOf(realmId, id));
  }

  nowOf({ delegated }: PromptRecord): number {
    return this.#deps.clocks(delegated.facts.realm).now();
  }

  isPending(kept: PromptRecord): boolean {
    return kept.ended === undefined && (kept.claimed || this.nowOf(kept) < kept.delegated.facts.expiresAt);
  }

  /** Oldest first; all realms if `realmId` is omitted. */
  pending(realmId?: string): PromptRecord[] {
    return [...this.#prompts.values()].filter(
      (kept) => (realmId === undefined || kept.delegated.realmId === realmId) && this.isPending(kept),
    );
  }

  /** Newest first; for equal times, the later arrival first. */
  answered(realmId: string): PromptRecord[] {
    return [...this.#prompts.values()]
      .filter((kept) => kept.delegated.realmId === realmId && !this.isPending(kept))
      .reverse()
      .sort((one, other) => endOf(other) - endOf(one));
  }

  /** No answer has claimed them, and rules may answer them. */
  waiting(): DelegatedRequest[] {
    return this.pending().flatMap(({ claimed, leftAlone, delegated }) =>
      claimed || leftAlone ? [] : [delegated],
    );
  }

  leaveAlone(realmId: string, id: string): PromptRecord | undefined {
    const kept = this.get(realmId, id);
    if (kept === undefined || kept.claimed || !this.isPending(kept)) return undefined;
    kept.leftAlone = true;
    return kept;
  }

  clearAnswered(realmId: string): void {
    for (const kept of this.answered(realmId)) this.remove(kept);
  }

  remove(kept: PromptRecord): void {
    const { realmId, facts } = kept.delegated;
    this.#prompts.delete(keyOf(realmId, facts.id));
  }

  dropAnswered(realmId: string): void {
    const { maxAnswered = MAX_ANSWERED } = this.#deps;
    for (const kept of this.answered(realmId).slice(maxAnswered)) this.remove(kept);
  }

  #dropPending(): void {
    const { maxPending: most = MAX_PENDING, log } = this.#deps;
    const pending = this.pending();
    for (const kept of pending.slice(0, Math.max(0, pending.length - most))) {
      const { id, realm } = kept.delegated.facts;
      log.warn('Too many prompts wait: the oldest was dropped', { realm, prompt: id, most });
      this.remove(kept);
    }
  }
}

export function createInbox(deps: InboxDeps): Inbox {
  const promptStore = new PromptStore(deps);
  const listeners = new Set<(prompt: PromptWire) => void>();

  const describe = (kept: PromptRecord): PromptWire => {
    const { facts } = kept.delegated;
    if (kept.ended !== undefined) return { ...facts, ...kept.ended };
    if (!promptStore.isPending(kept)) return { ...facts, state: 'expired' };
    if (kept.leftAlone) return { ...facts, state: 'pending', leftAlone: true };
    const automatic = deps.planFor(facts);
    return { ...facts, state: 'pending', ...(automatic === undefined ? {} : { automatic }) };
  };
  const notify = (kept: PromptRecord): PromptWire => {
    const prompt = describe(kept);
    for (const listener of listeners) listener(prompt);
    return prompt;
  };

  return {
    add(delegated) {
      if (promptStore.get(delegated.realmId, delegated.facts.id) !== undefined) return false;
      const kept: PromptRecord = { delegated, claimed: false, leftAlone: false, ended: undefined };
      promptStore.put(kept);
      notify(kept);
      return true;
    },
    find(realmId, id) {
      const kept = promptStore.get(realmId, id);
      return kept === undefined ? undefined : describe(kept);
    },
    list: (realmId) => ({
      pending: promptStore.pending(realmId).map(describe),
      answered: promptStore
        .answered(realmId)
        .slice(0, deps.maxAnswered ?? MAX_ANSWERED)
        .map(describe),
    }),
    leaveAlone(realmId, id) {
      const kept = promptStore.leaveAlone(realmId, id);
      return kept && notify(kept);
    },
    waiting: () => promptStore.waiting(),
    claim(realmId, id) {
      const kept = promptStore.get(realmId, id);
      if (kept === undefined) return { outcome: 'unknown' };
      if (kept.claimed || !promptStore.isPending(kept)) return { outcome: 'late', prompt: describe(kept) };
      kept.claimed = true;
      return { outcome: 'claimed', delegated: kept.delegated };
    },
    settle(delegated, result) {
      const found = promptStore.get(delegated.realmId, delegated.facts.id);
      // If dropped while the answer was in progress, the caller and the listeners still get the result.
      const kept =
        found?.delegated === delegated
          ? found
          : { delegated, claimed: true, leftAlone: false, ended: undefined };
      kept.ended = { ...result, answeredAt: promptStore.nowOf(kept) };
      promptStore.dropAnswered(delegated.realmId);
      return notify(kept);
    },
    clearAnswered: (realmId) => promptStore.clearAnswered(realmId),
    removeRealm: (realmId) => {
      const pending = promptStore.pending(realmId);
      for (const kept of [...pending, ...promptStore.answered(realmId)]) promptStore.remove(kept);
      for (const { delegated } of pending)
        for (const listener of listeners) listener({ ...delegated.facts, state: 'expired' });
    },
    announce: (realmId) => {
      for (const kept of promptStore.pending(realmId)) notify(kept);
    },
    pendingCount: () => promptStore.pending().length,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
