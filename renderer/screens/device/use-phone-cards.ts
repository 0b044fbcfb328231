// The cards of the phone over time, and where the focus goes when they change.
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { DeviceState } from '../../api/device.ts';
import { isWaiting, nearestWaiting, type PhoneCard, updateCards, withoutSettled } from './phone-cards.ts';

const LOOK_MS = 100;

/** The cards, and what the phone tells about the person's hand. */
export interface PhoneCards {
  readonly cards: readonly PhoneCard[];
  /** The pointer is on this card now; undefined: on none. */
  readonly pointAt: (id: string | undefined) => void;
}

/** Cards by what the server last said. */
export function usePhoneCards(device: DeviceState): PhoneCards {
  const [cards, setCards] = useState(() => updateCards([], device, performance.now()));
  const pointed = useRef<string | undefined>(undefined);
  useEffect(() => setCards((last) => updateCards(last, device, performance.now())), [device]);
  const isSettling = !cards.every(isWaiting);
  useEffect(() => {
    if (!isSettling) return;
    const timer = setInterval(
      () => setCards((last) => withoutSettled(last, performance.now(), pointed.current)),
      LOOK_MS,
    );
    return () => clearInterval(timer);
  }, [isSettling]);
  const pointAt = useCallback((id: string | undefined) => {
    pointed.current = id;
  }, []);
  return { cards, pointAt };
}

/** Moves the focus to a card. */
export function focusCard(frame: HTMLElement | null, card: PhoneCard | undefined): void {
  if (card === undefined) return;
  const element = frame?.querySelector<HTMLElement>(`[data-prompt="${CSS.escape(card.prompt.id)}"]`);
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'nearest' });
}

/**
 * The phone has the focus when the screen opens, and the first prompt as soon as there is one, so that one key answers it. Later the focus
 * moves only when it was nowhere else, for instance because its card left.
 */
export function useCardFocus(frame: RefObject<HTMLElement | null>, cards: readonly PhoneCard[]): void {
  const lastAt = useRef(0);
  useEffect(() => frame.current?.focus({ preventScroll: true }), [frame]);
  useEffect(() => {
    const { activeElement } = document;
    const focused = activeElement?.closest('[data-prompt]')?.getAttribute('data-prompt');
    const at = cards.findIndex((card) => card.prompt.id === focused);
    if (at !== -1) lastAt.current = at;
    else if (activeElement === null || activeElement === document.body || activeElement === frame.current) {
      const next = cards.slice(lastAt.current).find(isWaiting) ?? nearestWaiting(cards, undefined, 1);
      focusCard(frame.current, next);
    }
  }, [frame, cards]);
}
