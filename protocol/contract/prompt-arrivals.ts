// Which prompts a person should be called for: each once, and none that a rule answers.
import type { PromptWire } from './device.ts';

/** How many prompts are remembered as told; older ones have long expired. */
const MOST_KNOWN = 2000;

/** Prompts that were told and still wait. */
export interface PromptArrivals {
  /** Takes what the stream told, oldest first; gives the prompts that are new and wait for a person. */
  take(prompts: readonly PromptWire[]): readonly PromptWire[];
  /** Told prompts that nobody has answered, oldest first. */
  waiting(): readonly PromptWire[];
  /** Forgets what waits: the person has seen it. */
  clear(): void;
}

/** Nothing told yet. */
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
    // A rule takes care of it; the person is not called.
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
