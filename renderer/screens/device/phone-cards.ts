// The cards on the phone. New prompts go below, and settled ones stay for a moment, so that no card moves
// under the pointer.
import type { DeviceWire, PromptWire } from '#protocol/contract/device.ts';

/** A settled card shows its result for this long. Milliseconds. */
export const SETTLED_MS = 1500;

/** A card on the phone. */
export interface PhoneCard {
  readonly prompt: PromptWire;
  /** When it was answered or expired, in milliseconds of the monotonic clock; absent while pending. */
  readonly settledAt?: number;
}

/** Whether the prompt is still pending. */
export function isWaiting(card: PhoneCard): boolean {
  return card.settledAt === undefined;
}

/** The server sends the members of a prompt in the same order each time. */
function isSame(left: PromptWire, right: PromptWire): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}

function settle(card: PhoneCard, answered: PromptWire | undefined, steadyMs: number): PhoneCard[] {
  // Neither pending nor answered: the history was cleared, or the server was restarted.
  if (answered === undefined) return isWaiting(card) ? [] : [card];
  return [{ prompt: answered, settledAt: card.settledAt ?? steadyMs }];
}

/** The cards after the server's list changed, in order of arrival. Cards are matched by prompt id. */
export function updateCards(
  cards: readonly PhoneCard[],
  device: Pick<DeviceWire, 'pending' | 'answered'>,
  steadyMs: number,
): readonly PhoneCard[] {
  const pending = new Map(device.pending.map((prompt) => [prompt.id, prompt]));
  const answered = new Map(device.answered.map((prompt) => [prompt.id, prompt]));
  const kept = cards.flatMap((card): PhoneCard[] => {
    const waiting = pending.get(card.prompt.id);
    if (waiting === undefined) return settle(card, answered.get(card.prompt.id), steadyMs);
    return [isWaiting(card) && isSame(card.prompt, waiting) ? card : { prompt: waiting }];
  });
  const known = new Set(cards.map((card) => card.prompt.id));
  return [...kept, ...device.pending.filter(({ id }) => !known.has(id)).map((prompt) => ({ prompt }))];
}

/**
 * Removes the cards that have shown their result for long enough, except above the card under the pointer:
 * the user may be about to press one of its buttons.
 */
export function withoutSettled(
  cards: readonly PhoneCard[],
  steadyMs: number,
  pointedId: string | undefined,
): readonly PhoneCard[] {
  const pointed = cards.findIndex((card) => card.prompt.id === pointedId && isWaiting(card));
  const left = cards.filter(
    ({ settledAt }, index) => settledAt === undefined || steadyMs - settledAt < SETTLED_MS || index < pointed,
  );
  return left.length === cards.length ? cards : left;
}

/** The next or previous pending card, seen from the card `id`; the first pending card if `id` is unknown. */
export function nearestWaiting(
  cards: readonly PhoneCard[],
  id: string | undefined,
  step: 1 | -1,
): PhoneCard | undefined {
  const here = cards.findIndex((card) => card.prompt.id === id);
  if (here === -1) return cards.find(isWaiting);
  return step === 1 ? cards.slice(here + 1).find(isWaiting) : cards.slice(0, here).findLast(isWaiting);
}

/** The conditions, besides its own state, under which a card can be answered. */
export interface AnswerState {
  /** Prompts that were answered here, whether or not the server accepted the answer. */
  readonly given: { has(id: string): boolean };
  /** The realm's time in milliseconds. */
  readonly now: number;
}

/** Whether the prompt can be answered: not settled, not answered, not expired. */
function isOpen(card: PhoneCard, { given, now }: AnswerState): boolean {
  return isWaiting(card) && !given.has(card.prompt.id) && now < card.prompt.expiresAt;
}

/** The cards that can be answered, in their order. */
export function openCards(cards: readonly PhoneCard[], state: AnswerState): readonly PhoneCard[] {
  return cards.filter((card) => isOpen(card, state));
}

/**
 * The card that receives an answer: the card `id` if it is open, else the next open one below it, else the
 * first open one.
 */
export function cardToAnswer(
  cards: readonly PhoneCard[],
  id: string | undefined,
  state: AnswerState,
): PhoneCard | undefined {
  const here = Math.max(
    0,
    cards.findIndex((card) => card.prompt.id === id),
  );
  const inOrder = [...cards.slice(here), ...cards.slice(0, here)];
  return inOrder.find((card) => isOpen(card, state));
}

/** Keeps the answers whose card is pending or whose request is under way. */
export function answersInUse<Answer>(
  given: ReadonlyMap<string, Answer>,
  cards: readonly PhoneCard[],
  underWay: ReadonlySet<string>,
): ReadonlyMap<string, Answer> {
  const waiting = new Set(cards.filter(isWaiting).map(({ prompt }) => prompt.id));
  const used = [...given].filter(([id]) => waiting.has(id) || underWay.has(id));
  return used.length === given.size ? given : new Map(used);
}
