// Answers under way to the server: several prompts may be answered before the first response arrives.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { PromptAnswer, PromptWire } from '#protocol/contract/device.ts';
import { useAnswerPrompt } from '../../api/device.ts';
import { announceDone, announceFailure } from '../../ui/announce.tsx';
import { describeFailures, describeSuccess } from './describe-answer.ts';
import { answersInUse, type PhoneCard } from './phone-cards.ts';

/** Answers by prompt id, until the prompt is settled or the server rejects the answer. */
export type GivenAnswers = ReadonlyMap<string, PromptAnswer>;

/** The given answers, and the function that answers prompts. */
export interface PromptAnswers {
  readonly given: GivenAnswers;
  /** The current answers, including those not rendered yet. */
  readonly readGiven: () => GivenAnswers;
  /** Answers the prompts that have no answer yet. */
  readonly give: (prompts: readonly PromptWire[], answer: PromptAnswer) => void;
}

/** The answers to the prompts on `cards`. */
export function usePromptAnswers(cards: readonly PhoneCard[]): PromptAnswers {
  const [given, setGiven] = useState<GivenAnswers>(new Map());
  const latest = useRef(given);
  const underWay = useRef(new Set<string>());
  const shown = useRef(cards);
  const { mutateAsync } = useAnswerPrompt();
  const change = useCallback((next: GivenAnswers): void => {
    latest.current = next;
    setGiven(next);
  }, []);
  const tidy = useCallback(
    () => change(answersInUse(latest.current, shown.current, underWay.current)),
    [change],
  );
  useEffect(() => {
    shown.current = cards;
    tidy();
  }, [cards, tidy]);
  const send = useCallback(
    async (prompts: readonly PromptWire[], answer: PromptAnswer): Promise<void> => {
      for (const { id } of prompts) underWay.current.add(id);
      const ends = await Promise.allSettled(prompts.map(({ id }) => mutateAsync({ id, answer })));
      for (const { id } of prompts) underWay.current.delete(id);
      tidy();
      const refused = prompts.filter((_, index) => ends[index]?.status === 'rejected');
      const refusal = ends.find((end) => end.status === 'rejected');
      if (refusal === undefined) {
        // The card of a single prompt shows its result.
        if (prompts.length > 1) announceDone(describeSuccess(answer, prompts.length));
        return;
      }
      change(new Map([...latest.current].filter(([id]) => refused.every((prompt) => prompt.id !== id))));
      const reason = refusal.reason instanceof Error ? refusal.reason : new Error(String(refusal.reason));
      announceFailure(describeFailures(answer, refused, prompts.length), reason);
    },
    [mutateAsync, change, tidy],
  );
  const give = useCallback(
    (prompts: readonly PromptWire[], answer: PromptAnswer): void => {
      const fresh = prompts.filter(({ id }) => !latest.current.has(id));
      if (fresh.length === 0) return;
      change(new Map([...latest.current, ...fresh.map(({ id }) => [id, answer] as const)]));
      void send(fresh, answer);
    },
    [change, send],
  );
  return { given, readGiven: useCallback(() => latest.current, []), give };
}
