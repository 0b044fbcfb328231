// What a server has heard of pending prompts, so that it can count them, and apply rules to them, without reading the store.
import type { Clock } from '#protocol/clock.ts';
import type { PromptWire } from '#protocol/contract/device.ts';

/** A prompt with the id of its realm, as servers tell each other of it. */
export interface HeardPrompt {
  readonly realmId: string;
  readonly prompt: PromptWire;
}

export interface KnownPrompt extends HeardPrompt {
  /** Whether this server received it. */
  readonly isOwn: boolean;
}

export interface KnownPrompts {
  hear(heard: HeardPrompt, isOwn: boolean): void;
  /** Of all realms, oldest first. */
  pending(): readonly KnownPrompt[];
  /** Forgets the prompts of a realm; those that were pending. */
  forgetRealm(realmId: string): readonly PromptWire[];
}

/** `clocks`: clock by realm name. Beyond `most` prompts, the oldest are forgotten. */
export function createKnownPrompts(clocks: (realmName: string) => Clock, most: number): KnownPrompts {
  const known = new Map<string, KnownPrompt>();
  const isPending = ({ prompt }: HeardPrompt): boolean => clocks(prompt.realm).now() < prompt.expiresAt;

  return {
    hear(heard, isOwn) {
      const key = JSON.stringify([heard.realmId, heard.prompt.id]);
      if (heard.prompt.state !== 'pending') {
        known.delete(key);
        return;
      }
      known.set(key, { ...heard, isOwn: known.get(key)?.isOwn ?? isOwn });
      const [oldest] = known.keys();
      if (known.size > most && oldest !== undefined) known.delete(oldest);
    },
    pending() {
      // Expired prompts are kept: a clock that is set back makes them pending again.
      return [...known.values()].filter(isPending);
    },
    forgetRealm(realmId) {
      const entries = [...known].filter(([, heard]) => heard.realmId === realmId);
      for (const [key] of entries) known.delete(key);
      return entries.map(([, { prompt }]) => prompt);
    },
  };
}
