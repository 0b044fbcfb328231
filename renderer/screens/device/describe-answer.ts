// Outcomes of prompts in words.
import type { PromptAnswer, PromptState, PromptWire } from '#protocol/contract/device.ts';
import { type PlainKey, text } from '../../texts/text.ts';
import { describeClock, remainingSeconds } from './remaining.ts';

/** How a prompt was answered. */
const ANSWERERS: Readonly<Record<NonNullable<PromptWire['answeredBy']>, PlainKey>> = {
  person: 'device:answered.manually',
  rule: 'device:answered.byRule',
  link: 'device:answered.byUrl',
};

const STATES: Readonly<Record<PromptState, PlainKey>> = {
  pending: 'device:state.pending',
  approved: 'device:state.approved',
  denied: 'device:state.denied',
  cancelled: 'device:state.cancelled',
  expired: 'device:state.expired',
  failed: 'device:state.failed',
};

/** What a rule does, what was done, and what failed, by answer. */
const ANSWERS = {
  approve: {
    label: 'device:answer.approve',
    now: 'device:automatic.approveNow',
    later: 'device:automatic.approveIn',
    success: 'device:success.approve',
    failure: 'device:failure.approve',
  },
  deny: {
    label: 'device:answer.deny',
    now: 'device:automatic.denyNow',
    later: 'device:automatic.denyIn',
    success: 'device:success.deny',
    failure: 'device:failure.deny',
  },
  cancel: {
    label: 'device:answer.cancel',
    now: 'device:automatic.cancelNow',
    later: 'device:automatic.cancelIn',
    success: 'device:success.cancel',
    failure: 'device:failure.cancel',
  },
} as const;
ANSWERS satisfies Record<PromptAnswer, unknown>;

/** The answer as a button says it. */
export function answerLabel(answer: PromptAnswer): string {
  return text(ANSWERS[answer].label);
}

/** The state as one word. */
export function describeState(state: PromptState): string {
  return text(STATES[state]);
}

/** `by a rule`; empty if the prompt was not answered. */
export function describeAnswerer(prompt: Pick<PromptWire, 'answeredBy'>): string {
  return prompt.answeredBy === undefined ? '' : text(ANSWERERS[prompt.answeredBy]);
}

/** When a prompt was answered or expired, in milliseconds. */
export function settledInstant(prompt: Pick<PromptWire, 'answeredAt' | 'expiresAt'>): number {
  return prompt.answeredAt ?? prompt.expiresAt;
}

/** What a rule will do with a pending prompt: `A rule approves this in 0:08.` Always fits on one line. */
export function describeAutomatic(automatic: NonNullable<PromptWire['automatic']>, now: number): string {
  const seconds = remainingSeconds(automatic.at, now);
  const { now: atOnce, later } = ANSWERS[automatic.answer];
  return seconds === 0 ? text(atOnce) : text(later, { time: describeClock(seconds) });
}

/** `Approved by a rule`; `Expired`. */
export function describeResult(prompt: Pick<PromptWire, 'state' | 'answeredBy'>): string {
  const state = describeState(prompt.state);
  const how = describeAnswerer(prompt);
  return how === '' ? state : text('device:answered.result', { state, how });
}

/** `5 prompts approved.` */
export function describeSuccess(answer: PromptAnswer, count: number): string {
  return text(ANSWERS[answer].success, { count });
}

/** Title of the notification about rejected answers. */
export function describeFailures(
  answer: PromptAnswer,
  refused: readonly Pick<PromptWire, 'clientId' | 'username'>[],
  total: number,
): string {
  const [first] = refused;
  if (total > 1 || first === undefined)
    return text(ANSWERS[answer].failure, { count: refused.length, total });
  return text('device:failure.one', { client: first.clientId, user: first.username });
}
