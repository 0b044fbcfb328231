// The cards on the phone over time, and the focus when they change.
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { DeviceState } from '../../api/device.ts';
import { isWaiting, nearestWaiting, type PhoneCard, updateCards, withoutSettled } from './phone-cards.ts';

const INTERVAL_MS = 100;

/** The cards, and a callback for pointer movements. */
export interface PhoneCards {
  readonly cards: readonly PhoneCard[];
  /** Reports the card under the pointer; undefined for none. */
  readonly pointAt: (id: string | undefined) => void;
}

/** The cards for the latest state of the device. */
export function usePhoneCards(device: DeviceState): PhoneCards {
  const [cards, setCards] = useState(() => updateCards([], device, performance.now()));
  const pointed = useRef<string | undefined>(undefined);
  useEffect(() => setCards((last) => updateCards(last, device, performance.now())), [device]);
  const isSettling = !cards.every(isWaiting);
  useEffect(() => {
    if (!isSettling) return;
    const timer = setInterval(
      () => setCards((last) => withoutSettled(last, performance.now(), pointed.current)),
      INTERVAL_MS,
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
 * Focuses the phone when the screen opens, and the first prompt as soon as there is one, so that a single key
 * answers it. After that, the focus moves only if no other element has it, for example because its card was
 * removed.
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
