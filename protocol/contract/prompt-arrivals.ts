// Selects the prompts that the user should be notified of: each once, and none that a rule answers.
import type { PromptWire } from './device.ts';

/** How many prompts are remembered; older ones have long expired. */
const MOST_KNOWN = 2000;

/** Prompts that have been reported and are still pending. */
export interface PromptArrivals {
  /** Takes prompts from the stream, oldest first; returns those that are new and wait for the user. */
  take(prompts: readonly PromptWire[]): readonly PromptWire[];
  /** Reported prompts that are still unanswered, oldest first. */
  waiting(): readonly PromptWire[];
  /** Clears the pending prompts when the user has seen them. */
  clear(): void;
}

export function createPromptArrivals(): PromptArrivals {
  const known = new Set<string>();
  const waiting = new Map<string, PromptWire>();
  const takeOne = (prompt: PromptWire): boolean => {
    if (prompt.state !== 'pending') {
      waiting.delete(prompt.id);
      return false;
    }
    if (known.has(prompt.id)) return false;
    known.add(prompt.id);
    if (known.size > MOST_KNOWN) known.delete([...known][0] ?? '');
    // A rule will answer it, so the user is not notified.
    if (prompt.automatic !== undefined) return false;
    waiting.set(prompt.id, prompt);
    return true;
  };
  return {
    take: (prompts) => prompts.filter(takeOne).filter(({ id }) => waiting.has(id)),
    waiting: () => [...waiting.values()],
    clear: () => waiting.clear(),
  };
}
