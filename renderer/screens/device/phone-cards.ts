// The cards on the phone: new prompts go below, settled ones stay for a moment, so that no card moves under a
// pointer.
import type { DeviceWire, PromptWire } from '#protocol/contract/device.ts';

/** A settled card shows its result for this long before the next takes its place. */
export const SETTLED_MS = 1500;

/** One card. */
export interface PhoneCard {
  readonly prompt: PromptWire;
  /**
   * When it was found answered or expired, in milliseconds of the window's steady clock; absent while
   * pending.
   */
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
  // Neither pending nor answered: the history was cleared, or the server is another one.
  if (answered === undefined) return isWaiting(card) ? [] : [card];
  return [{ prompt: answered, settledAt: card.settledAt ?? steadyMs }];
}

/** The cards after the server's list changed: in the order they came, each tied to its prompt's id. */
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
 * The cards without those that have shown their result for long enough. A settled card above the one under
 * the pointer stays: the user may be about to press a button there.
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

/**
 * The pending card `step` places from the card `id`, counting pending cards only; the first one when `id` is
 * unknown.
 */
export function nearestWaiting(
  cards: readonly PhoneCard[],
  id: string | undefined,
  step: 1 | -1,
): PhoneCard | undefined {
  const here = cards.findIndex((card) => card.prompt.id === id);
  if (here === -1) return cards.find(isWaiting);
  return step === 1 ? cards.slice(here + 1).find(isWaiting) : cards.slice(0, here).findLast(isWaiting);
}

/** What decides, beside its own state, whether a card can be answered. */
export interface AnswerState {
  /** Prompts that were answered here, accepted by the server or not. */
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
 * The card that an answer goes to: the card `id`, else the next one below it that is open, else the first
 * open one.
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

/** The answers whose card is pending or whose request is under way; no others are needed. */
export function answersInUse<Answer>(
  given: ReadonlyMap<string, Answer>,
  cards: readonly PhoneCard[],
  underWay: ReadonlySet<string>,
): ReadonlyMap<string, Answer> {
  const waiting = new Set(cards.filter(isWaiting).map(({ prompt }) => prompt.id));
  const used = [...given].filter(([id]) => waiting.has(id) || underWay.has(id));
  return used.length === given.size ? given : new Map(used);
}
