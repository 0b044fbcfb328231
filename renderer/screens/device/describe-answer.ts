// Outcomes of prompts in words.
import type { PromptAnswer, PromptState, PromptWire } from '#protocol/contract/device.ts';
import { describeClock, remainingSeconds } from './remaining.ts';

/** How a prompt was answered. */
const answerers = { person: 'manually', rule: 'by a rule', link: 'via the answer URL' } as const;
answerers satisfies Record<NonNullable<PromptWire['answeredBy']>, string>;

const results: Readonly<Record<PromptState, string>> = {
  pending: 'Pending',
  approved: 'Approved',
  denied: 'Denied',
  cancelled: 'Cancelled',
  expired: 'Expired',
  failed: 'Failed',
};

const verbs: Readonly<Record<PromptAnswer, string>> = {
  approve: 'approves',
  deny: 'denies',
  cancel: 'cancels',
};

/** The state as one word. */
export function describeState(state: PromptState): string {
  return results[state];
}

/** `by a rule`; empty if the prompt was not answered. */
export function describeAnswerer(prompt: Pick<PromptWire, 'answeredBy'>): string {
  return prompt.answeredBy === undefined ? '' : answerers[prompt.answeredBy];
}

/** When a prompt was answered or expired, in milliseconds. */
export function settledInstant(prompt: Pick<PromptWire, 'answeredAt' | 'expiresAt'>): number {
  return prompt.answeredAt ?? prompt.expiresAt;
}

/** What a rule will do with a pending prompt: `A rule approves this in 0:08.` Always fits on one line. */
export function describeAutomatic(automatic: NonNullable<PromptWire['automatic']>, now: number): string {
  const seconds = remainingSeconds(automatic.at, now);
  return `A rule ${verbs[automatic.answer]} this ${seconds === 0 ? 'now' : `in ${describeClock(seconds)}`}.`;
}

const pastTense = {
  approve: 'approved',
  deny: 'denied',
  cancel: 'cancelled',
} as const satisfies Record<PromptAnswer, string>;

/** `5 prompts approved.` */
export function describeSuccess(answer: PromptAnswer, count: number): string {
  return `${count} ${count === 1 ? 'prompt' : 'prompts'} ${pastTense[answer]}.`;
}

/** Title of the notification about rejected answers. */
export function describeFailures(
  answer: PromptAnswer,
  refused: readonly Pick<PromptWire, 'clientId' | 'username'>[],
  total: number,
): string {
  const [first] = refused;
  if (total > 1 || first === undefined)
    return `${refused.length} of ${total} prompts ${refused.length === 1 ? 'was' : 'were'} not ${pastTense[answer]}`;
  return `Could not answer the prompt from ${first.clientId} for ${first.username}`;
}
