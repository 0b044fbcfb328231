// The inbox of the authentication device: the prompts of all realms, in memory, and how each one ended.
import type { Clock } from '#protocol/clock.ts';
import type { PromptState, PromptWire } from '#protocol/contract/device.ts';
import type { Logger } from '#protocol/log/logger.ts';

/** What a prompt is from its arrival to its end. */
export type PromptFacts = Omit<PromptWire, 'state' | 'answeredAt' | 'answeredBy' | 'problem' | 'automatic'>;

/** A prompt with what only the device knows of it. */
export interface DelegatedRequest {
  readonly realmId: string;
  /** The token that the delegation came with; the answer goes back with it. */
  readonly bearer: string;
  readonly facts: PromptFacts;
}

/** How a prompt ended. */
export interface PromptResult {
  readonly state: Extract<PromptState, 'approved' | 'denied' | 'cancelled' | 'failed'>;
  readonly answeredBy: NonNullable<PromptWire['answeredBy']>;
  /** Why the answer was not taken. */
  readonly problem?: string;
}

/** Whether a prompt may be answered: `late` when somebody has answered it, is about to, or it has expired. */
type Claim =
  | { readonly outcome: 'claimed'; readonly delegated: DelegatedRequest }
  | { readonly outcome: 'late'; readonly prompt: PromptWire }
  | { readonly outcome: 'unknown' };

/** The prompts of one realm. */
export interface PromptList {
  /** Oldest first. */
  readonly pending: readonly PromptWire[];
  /** Newest answer first; expired ones, too. */
  readonly answered: readonly PromptWire[];
}

/** Keeps prompts. They end with the process. */
export interface Inbox {
  /** Takes a prompt in; false when the realm has one of the same id. */
  add(delegated: DelegatedRequest): boolean;
  find(realmId: string, id: string): PromptWire | undefined;
  list(realmId: string): PromptList;
  /** Prompts of all realms that nobody has answered yet and that have not expired; oldest first. */
  waiting(): readonly DelegatedRequest[];
  /** Reserves a prompt for one answer, however many come at the same time; whoever is given it must `settle` it. */
  claim(realmId: string, id: string): Claim;
  /** Ends a claimed prompt, also one that has left the inbox meanwhile. */
  settle(delegated: DelegatedRequest, ending: PromptResult): PromptWire;
  /** Forgets what is answered or expired. */
  clearAnswered(realmId: string): void;
  /** Tells listeners the realm's pending prompts again: something about them has changed that is kept elsewhere. */
  announce(realmId: string): void;
  /** How many prompts wait in all realms. */
  pendingCount(): number;
  /** Calls the listener when a prompt arrives or changes; the answer ends that. A listener must not throw. */
  subscribe(listener: (prompt: PromptWire) => void): () => void;
}

/** What an inbox works with. */
export interface InboxDeps {
  /** The clock of a realm by its name. */
  readonly clocks: (realmName: string) => Clock;
  /** The rule that will answer a prompt, and when; undefined: the person does. */
  readonly planFor: (facts: PromptFacts) => PromptWire['automatic'];
  readonly log: Logger;
  /** How many prompts may wait in the process; the oldest go first. Default 1000. */
  readonly maxPending?: number;
  /** How many prompts that are answered or expired are kept in a realm. Default 100. */
  readonly maxAnswered?: number;
}

const MAX_PENDING = 1000;
const MAX_ANSWERED = 100;

/** A prompt in the inbox. */
interface PromptRecord {
  readonly delegated: DelegatedRequest;
  /** Somebody's answer is on its way. */
  claimed: boolean;
  ended: (PromptResult & { readonly answeredAt: number }) | undefined;
}

function keyOf(realmId: string, id: string): string {
  return `${realmId} ${id}`;
}

/** When a prompt that waits no more came to that. */
function endOf({ ended, delegated }: PromptRecord): number {
  return ended?.answeredAt ?? delegated.facts.expiresAt;
}

/** The kept prompts, and which of them wait or have ended by the clocks of their realms. */
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

  /** Oldest first; of all realms without `realmId`. */
  pending(realmId?: string): PromptRecord[] {
    return [...this.#prompts.values()].filter(
      (kept) => (realmId === undefined || kept.delegated.realmId === realmId) && this.isPending(kept),
    );
  }

  /** Newest end first; of two at the same instant, the later arrival. */
  answered(realmId: string): PromptRecord[] {
    return [...this.#prompts.values()]
      .filter((kept) => kept.delegated.realmId === realmId && !this.isPending(kept))
      .reverse()
      .sort((one, other) => endOf(other) - endOf(one));
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

/** Makes an empty inbox. */
export function createInbox(deps: InboxDeps): Inbox {
  const promptStore = new PromptStore(deps);
  const listeners = new Set<(prompt: PromptWire) => void>();

  const describe = (kept: PromptRecord): PromptWire => {
    const { facts } = kept.delegated;
    if (kept.ended !== undefined) return { ...facts, ...kept.ended };
    if (!promptStore.isPending(kept)) return { ...facts, state: 'expired' };
    const automatic = deps.planFor(facts);
    return { ...facts, state: 'pending', ...(automatic === undefined ? {} : { automatic }) };
  };
  const tell = (kept: PromptRecord): PromptWire => {
    const prompt = describe(kept);
    for (const listener of listeners) listener(prompt);
    return prompt;
  };

  return {
    add(delegated) {
      if (promptStore.get(delegated.realmId, delegated.facts.id) !== undefined) return false;
      const kept: PromptRecord = { delegated, claimed: false, ended: undefined };
      promptStore.put(kept);
      tell(kept);
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
    waiting: () => promptStore.pending().flatMap(({ claimed, delegated }) => (claimed ? [] : [delegated])),
    claim(realmId, id) {
      const kept = promptStore.get(realmId, id);
      if (kept === undefined) return { outcome: 'unknown' };
      if (kept.claimed || !promptStore.isPending(kept)) return { outcome: 'late', prompt: describe(kept) };
      kept.claimed = true;
      return { outcome: 'claimed', delegated: kept.delegated };
    },
    settle(delegated, ending) {
      const found = promptStore.get(delegated.realmId, delegated.facts.id);
      // Dropped while the answer was on its way: the caller and the listeners still hear how it ended.
      const kept = found?.delegated === delegated ? found : { delegated, claimed: true, ended: undefined };
      kept.ended = { ...ending, answeredAt: promptStore.nowOf(kept) };
      promptStore.dropAnswered(delegated.realmId);
      return tell(kept);
    },
    clearAnswered: (realmId) => {
      for (const kept of promptStore.answered(realmId)) promptStore.remove(kept);
    },
    announce: (realmId) => {
      for (const kept of promptStore.pending(realmId)) tell(kept);
    },
    pendingCount: () => promptStore.pending().length,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
