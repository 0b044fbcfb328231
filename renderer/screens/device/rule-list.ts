// The list of automatic answer rules: descriptions, and changes of one entry.
import type { AutoAnswerRuleWire } from '#protocol/contract/device.ts';
import { text } from '../../texts/text.ts';
import { describeDuration } from '../../ui/duration.ts';

/** A rule in words: `Prompts for alice from any client are approved after 5 seconds.` */
export function describeRule(rule: AutoAnswerRuleWire): string {
  const { answer, afterSeconds } = rule;
  const prompts = describePrompts(rule);
  if (answer === 'never') return text('device:rule.never', { prompts });
  const { now, later } = EFFECTS[answer];
  return afterSeconds === 0
    ? text(now, { prompts })
    : text(later, { prompts, duration: describeDuration(afterSeconds) });
}

const EFFECTS = {
  approve: { now: 'device:rule.approveNow', later: 'device:rule.approveAfter' },
  deny: { now: 'device:rule.denyNow', later: 'device:rule.denyAfter' },
  cancel: { now: 'device:rule.cancelNow', later: 'device:rule.cancelAfter' },
} as const;

/** Which prompts a rule answers: `Prompts for alice from any client`. */
function describePrompts({ username: user, clientId: client }: AutoAnswerRuleWire): string {
  if (user === undefined)
    return client === undefined
      ? text('device:rule.anyPrompts')
      : text('device:rule.clientPrompts', { client });
  return client === undefined
    ? text('device:rule.userPrompts', { user })
    : text('device:rule.theirPrompts', { user, client });
}

/** Replaces the rule at `index`, or adds one at the end of the list. */
export function withRule(
  rules: readonly AutoAnswerRuleWire[],
  index: number,
  rule: AutoAnswerRuleWire,
): readonly AutoAnswerRuleWire[] {
  return [...rules.slice(0, index), rule, ...rules.slice(index + 1)];
}

export function withoutRule(
  rules: readonly AutoAnswerRuleWire[],
  index: number,
): readonly AutoAnswerRuleWire[] {
  return rules.filter((_, at) => at !== index);
}

/** Moves the rule at `index` up or down by one; returns the same list if it cannot move. */
export function withRuleMoved(
  rules: readonly AutoAnswerRuleWire[],
  index: number,
  step: 1 | -1,
): readonly AutoAnswerRuleWire[] {
  const [rule, other] = [rules[index], rules[index + step]];
  if (rule === undefined || other === undefined) return rules;
  return rules.map((entry, at) => (at === index ? other : at === index + step ? rule : entry));
}
